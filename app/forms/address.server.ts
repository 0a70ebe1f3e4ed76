import { domainToASCII } from "node:url";
import { cleanAddress } from "~/forms/address";
import { limits } from "~/forms/definition";

/** Code units. No address is that long. */
const longest = 1000;

/** Cleans an address as a script does in its field. */
export function clean(text: string): string {
  try {
    return text.length > longest ? text : cleanAddress(text).normalize();
  } catch {
    return text;
  }
}

/** No name of a computer has these (RFC 5892). They are not dots, hyphens or joiners. */
const wrongInDomain =
  /[^-.\p{L}\p{M}\p{N}\p{So}\u00b7\u0375\u05f3\u05f4\u30fb\u3002\uff61\u200c\u200d]/u;

/**
 * Reads an address as people write, paste and autofill it. All spellings of an
 * address give the one that is stored, searched for and erased. A text that is no
 * address gives some other text.
 */
export function readAddress(text: string): string {
  const address = clean(text).toLowerCase();
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + asciiOf(address.slice(at)).replace(/\.$/, "");
}

function asciiOf(domain: string): string {
  // domainToASCII also decodes percent signs and completes numbers, so it gets no
  // plain domain. It takes the square of a long one's length in time.
  const isForeign = domain.length <= limits.email && /[^!-~]/.test(domain);
  if (!isForeign || wrongInDomain.test(domain)) return domain;
  // It returns "" for an invalid one, as where a joiner may not stand.
  const plain = domain.replace(/[\u200c\u200d]/g, "");
  return domainToASCII(domain) || domainToASCII(plain) || plain;
}

/** Whether a text is an address and nothing else. */
export const isAddress = (text: string): boolean =>
  !problemOf(text) && readAddress(text) === text.toLowerCase();

const like = "It should look like name@example.com.";

/** Sentences that tell a visitor why an address is refused. */
export const problems = {
  tooLong: `An address has ${limits.email} characters at most.`,
  space: `There is a space in it. ${like}`,
  noAt: `There is no @ in it. ${like}`,
  twoAts: `There is more than one address or @ in it. ${like}`,
  noName: `There is nothing before the @. ${like}`,
  foreign: (character: string) =>
    `We cannot write to an address with “${character}”${scriptOf(character)} before the @. Please give one without it.`,
  symbol: (character: string) =>
    `An address cannot have “${character}” before the @.`,
  noDomain: `There is nothing after the @. ${like}`,
  domainSymbol: (character: string) =>
    `An address cannot have “${character}” after the @.`,
  twoDots: "There are two dots in a row after the @.",
  firstDot: "There is a dot right after the @.",
  noDot: `There is no dot after the @. ${like}`,
  hyphen: "After the @, a hyphen must stand between letters or digits.",
  longLabel: "There are more than 63 characters without a dot after the @.",
};

/** The scripts of mail users' names, as Unicode names them. */
const scripts = `
  Greek Cyrillic Armenian Georgian Hebrew Arabic Ethiopic Devanagari Bengali Gurmukhi
  Gujarati Tamil Telugu Kannada Malayalam Sinhala Thai Lao Myanmar Khmer Tibetan Mongolian
  Hangul Hiragana Katakana Han
`
  .trim()
  .split(/\s+/);

/** A letter may look like another script's. */
function scriptOf(character: string): string {
  const script = scripts.find((name) =>
    new RegExp(`^\\p{Script=${name}}`, "u").test(character),
  );
  return script ? ` (${script})` : "";
}

/**
 * Says what is wrong with an address as it was typed. The rule is that of HTML's
 * type=email, with a dot in the domain:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export function problemOf(text: string): string | undefined {
  const address = readAddress(text);
  if (address.length > limits.email) return problems.tooLong;
  const [name = "", domain, ...others] = address.split("@");
  if (others.length > 0) return problems.twoAts;
  if (address.includes(" ")) return problems.space;
  if (domain === undefined) return problems.noAt;
  return problemOfName(name) ?? problemOfDomain(domain);
}

function problemOfName(name: string): string | undefined {
  if (!name) return problems.noName;
  const [wrong] = /.\p{M}+|[^\w.!#$%&'*+/=?^`{|}~-]/u.exec(name) ?? [];
  if (!wrong) return undefined;
  return /[\p{L}\p{M}\p{N}]/u.test(wrong)
    ? problems.foreign(wrong)
    : problems.symbol(wrong);
}

function problemOfDomain(domain: string): string | undefined {
  if (!domain) return problems.noDomain;
  const [wrong] =
    wrongInDomain.exec(domain) ?? /.\p{M}+|[^a-z0-9.-]/u.exec(domain) ?? [];
  if (wrong) return problems.domainSymbol(wrong);
  if (domain.includes("..")) return problems.twoDots;
  if (domain.startsWith(".")) return problems.firstDot;
  if (!domain.includes(".")) return problems.noDot;
  if (/(?:^|\.)-|-(?:\.|$)/.test(domain)) return problems.hyphen;
  return /[^.]{64}/.test(domain) ? problems.longLabel : undefined;
}
