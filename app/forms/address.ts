/**
 * Removes from an address what people paste and autofill with it: characters that
 * nobody sees, the name and the angle brackets of a mail program, `mailto:` and its
 * query, blanks beside an @ or a dot, and what ends a sentence. Full-width letters become
 * ordinary ones.
 */
export const cleanAddress = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{DI}]/gu, "")
    .normalize("NFKC")
    .replace(/(mailto:[^?]*)\?.*/i, "$1")
    .replace(/^(.*<)? *(mailto: ?)?(.*?)[ .,;>]*$/i, "$3")
    .replace(/ *([@.]) */g, "$1");
