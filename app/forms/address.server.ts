import { domainToASCII } from "node:url";
import { cleanAddress } from "~/forms/address";
import { limits } from "~/forms/definition";

/** Code units. No address is that long, and cleaning may take their square in time. */
const longest = 1000;

/** Cleans an address as a script does in its field. */
export const clean = (text: string): string =>
  text.length > longest ? text : cleanAddress(text.trim());

/**
 * Reads an address as people write, paste and autofill it. All spellings of an
 * address give the one that is stored, searched for and erased. A text that is no
 * address gives some other text.
 */
export function readAddress(text: string): string {
  const address = clean(text).replace(/\s/g, "").toLowerCase();
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  // domainToASCII also decodes percent signs and completes numbers, so it gets no
  // plain domain. It returns "" for an invalid one.
  // It takes the square of a long one's length in time.
  const isForeign = domain.length <= limits.email && /[^!-~]/.test(domain);
  const ascii = isForeign && domainToASCII(domain);
  return address.slice(0, at) + (ascii || domain).replace(/\.$/, "");
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
  twoAts: `There is more than one @ in it. ${like}`,
  noName: `There is nothing before the @. ${like}`,
  foreign: (character: string) =>
    `Mail cannot carry ${character} before the @: use the address that your provider gave you without it.`,
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

/**
 * Says what is wrong with an address as it was typed. The rule is that of HTML's
 * type=email, with a dot in the domain:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export function problemOf(text: string): string | undefined {
  const address = readAddress(text);
  if (address.length > limits.email) return problems.tooLong;
  // Other blanks are pasted. NFKC makes a space and a mark of a lone accent.
  const typed = clean(text.replace(/[^\S ]/g, ""));
  if (/ (?!\p{M})/u.test(typed)) return problems.space;
  const [name = "", domain, ...others] = address.split("@");
  if (domain === undefined) return problems.noAt;
  if (others.length > 0) return problems.twoAts;
  return problemOfName(name) ?? problemOfDomain(domain);
}

function problemOfName(name: string): string | undefined {
  if (!name) return problems.noName;
  const [wrong] = /.\p{M}+|[^\w.!#$%&'*+/=?^`{|}~-]/u.exec(name) ?? [];
  if (!wrong) return undefined;
  return /^[!-~]$/.test(wrong)
    ? problems.symbol(wrong)
    : problems.foreign(wrong);
}

function problemOfDomain(domain: string): string | undefined {
  if (!domain) return problems.noDomain;
  const [wrong] = /.\p{M}+|[^a-z0-9.-]/u.exec(domain) ?? [];
  if (wrong) return problems.domainSymbol(wrong);
  if (domain.includes("..")) return problems.twoDots;
  if (domain.startsWith(".")) return problems.firstDot;
  if (!domain.includes(".")) return problems.noDot;
  if (/(?:^|\.)-|-(?:\.|$)/.test(domain)) return problems.hyphen;
  return /[^.]{64}/.test(domain) ? problems.longLabel : undefined;
}
