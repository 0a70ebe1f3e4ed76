import { domainToUnicode } from "node:url";
import knownProviders from "email-providers/common.json" with { type: "json" };
import topLevelDomains from "tlds/index.json" with { type: "json" };
import { problemOf, readAddress } from "~/forms/address.server";
import { limits } from "~/forms/definition";

/** Most people's mail is at one of these. The likeliest comes first. */
const largeProviders = `
  gmail.com hotmail.com yahoo.com outlook.com icloud.com live.com aol.com
  msn.com protonmail.com googlemail.com comcast.net verizon.net hotmail.co.uk
  yahoo.co.uk live.co.uk outlook.de btinternet.com hotmail.fr yahoo.fr
  orange.fr wanadoo.fr laposte.net proton.me gmx.de gmx.net web.de
  t-online.de freenet.de hotmail.it yahoo.it libero.it hotmail.es yahoo.es
  yahoo.com.br yahoo.co.in yandex.ru
`
  .trim()
  .split(/\s+/);

/** Others are one letter away from a large one, and people have mail there, too. */
const known = new Set([
  ...knownProviders,
  ...largeProviders,
  "email.com",
  "ymail.com",
]);

/** The registry's list, in Unicode, and the names that are kept for tests. */
const topLevel = new Set([
  ...topLevelDomains,
  ...["example", "test", "invalid", "localhost"],
]);

/** Countries whose names are also common slips of .com. */
const comSlips = ["co", "cm", "om"];

/** A mistyped top-level domain is compared with these, the likeliest first. */
const usualEndings = ["com", "net", "org", "edu", "de", "uk", "fr", "it", "es"];

/**
 * Suggests what an address was probably meant to be: its domain is one slip away from
 * a large provider's, or ends in no top-level domain; or it has dots before the @ that no
 * mail server takes.
 *
 * @param text an address in any spelling
 * @returns undefined for an address that is as likely as any other
 */
export function suggestionFor(text: string): string | undefined {
  const address = readAddress(text);
  const at = address.lastIndexOf("@");
  if (at < 0 || address.length > limits.email) return undefined;
  const name = suggestName(address.slice(0, at));
  const stored = address.slice(at + 1);
  // It would also complete numbers.
  const typed = stored.includes("xn--") ? domainToUnicode(stored) : stored;
  const meant = `${name}@${suggestDomain(typed) ?? typed}`;
  if (meant === address || problemOf(meant)) return undefined;
  const suggestion = readAddress(meant);
  return suggestion === address ? undefined : suggestion;
}

/** Without dots that no mail server takes. */
const suggestName = (name: string): string =>
  name.split(".").filter(Boolean).join(".");

function suggestDomain(domain: string): string | undefined {
  if (known.has(domain)) return undefined;
  const provider = largeProviders.find((one) => isSlipOf(domain, one));
  if (provider) return provider;
  const { head, ending } = split(domain);
  if (!head || topLevel.has(ending) || /^\d+$/.test(ending)) return undefined;
  // An address ends with its top-level domain.
  const [start = ""] = /^\p{L}*/u.exec(ending) ?? [];
  const meant =
    usualEndings.find((one) => isOneSlip(ending, one)) ??
    (topLevel.has(start) ? start : "com");
  const mended = `${head}.${meant}`;
  return suggestDomain(mended) ?? mended;
}

/** Whether an unknown domain is likely to be a slip of this provider's. */
function isSlipOf(domain: string, provider: string): boolean {
  if (!isOneSlip(domain, provider)) return false;
  const [typed, meant] = [split(domain), split(provider)];
  // Another country's domain is a provider's own.
  if (typed.head === meant.head) {
    const isCom = meant.ending === "com" && comSlips.includes(typed.ending);
    return isCom || !topLevel.has(typed.ending);
  }
  // A short name has many neighbors: only the same letters are a slip.
  const lettersOf = (text: string) => [...new Set(text)].sort().join();
  return provider.indexOf(".") > 4 || lettersOf(domain) === lettersOf(provider);
}

const split = (domain: string) => {
  const dot = domain.lastIndexOf(".");
  return {
    head: domain.slice(0, Math.max(dot, 0)),
    ending: domain.slice(dot + 1),
  };
};

/** Whether a text has one letter more, less, other or swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) start++;
  let same = 0;
  while (same < shorter - start && typed.at(-1 - same) === meant.at(-1 - same))
    same++;
  const is = typed.slice(start, typed.length - same);
  const was = meant.slice(start, meant.length - same);
  return (
    (is.length <= 1 && was.length <= 1) ||
    (is.length === 2 && was === `${is[1]}${is[0]}`)
  );
}
