import { domainToASCII } from "node:url";
import { limits } from "~/forms/definition";

/** Code units. No address is that long. */
const longest = 1000;

/** An address as it was typed, without what stood around it. */
export function clean(text: string): string {
  try {
    return text.length > longest ? text : withoutRest(text).normalize();
  } catch {
    return text;
  }
}

/**
 * Removes from an address what people paste and autofill with it: characters that
 * nobody sees, the name and the angle brackets of a mail program, `mailto:` and its
 * query, one pair of marks, and what ends a sentence. Blanks of any kind are one space,
 * and stay within it. Full-width letters become ordinary ones, and dashes after the @
 * hyphens. A joiner may be a part of the domain.
 *
 * @throws URIError for percent signs of a `mailto:` that encode nothing
 */
function withoutRest(text: string): string {
  const seen = text
    .replace(/(?!\p{Join_C})[\p{Cf}\p{DI}]/gu, "")
    .replace(/[\s\p{Cc}\u2800]+/gu, " ")
    .replace(/[！-～]/g, (wide) => wide.normalize("NFKC"));
  const [, inside = seen] = /^[^<]*<([^<>]*)>?[^<>@]*$/.exec(seen) ?? [];
  const line = inside
    .replace(/^ ?mailto:[ /]*([^?]*).*/i, (_, encoded: string) =>
      decodeURIComponent(encoded),
    )
    .trim()
    // Marks before the @ alone may belong to it, and none ends a domain.
    .replace(/^[^\p{L}\p{N}]{1,2}(.*?)[^\p{L}\p{M}\p{N}]{1,3}$/u, "$1")
    // A pattern for the end alone would try each blank within the text.
    .replace(/[ .,;>。｡]+(.?)/g, (end: string, next) => (next ? end : ""))
    .replace(/ ?@ ?/g, "@");
  const at = line.lastIndexOf("@") + 1;
  return (
    line.slice(0, at).replace(/\p{Join_C}/gu, "") +
    line
      .slice(at)
      // After the second dot, another sentence may begin.
      .replace(/^([^. ]*) ?\. ?/, "$1.")
      .replace(/[\p{Pd}−]/gu, "-")
  );
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
  accent: (character: string) =>
    `We cannot write to an address with “${character}” before the @. Please give one without it.`,
  foreign: (character: string) =>
    `Before the @, “${character}” is not a Latin letter or digit, and we cannot write to such an address. Please give one without it.`,
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
  if (!/[\p{L}\p{M}\p{N}]/u.test(wrong)) return problems.symbol(wrong);
  return /[\p{scx=Latin}\d]/u.test(wrong)
    ? problems.accent(wrong)
    : problems.foreign(wrong);
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
