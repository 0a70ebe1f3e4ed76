/**
 * Removes from an address what people paste and autofill with it: characters that
 * nobody sees, the name and the angle brackets of a mail program, `mailto:` and its
 * query, blanks beside an @ or a dot, and what ends a sentence. Full-width letters become
 * ordinary ones.
 */
export function cleanAddress(text: string): string {
  const seen = text
    .replace(/[\p{Cc}\p{Cf}\p{DI}]/gu, "")
    .normalize("NFKC")
    .replace(/ +/g, " ")
    .replace(/(mailto:[^?]*)\?.*/i, "$1");
  const bare = seen
    .slice(seen.lastIndexOf("<") + 1)
    .replace(/^ ?(mailto: ?)?/i, "");
  // A pattern for the end alone would try each blank within the text.
  return bare
    .replace(/[ .,;>]+(.?)/g, (end, next) => (next ? end : ""))
    .replace(/ ?([@.]) ?/g, "$1");
}
