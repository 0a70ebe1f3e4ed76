/**
 * Removes from an address what people paste and autofill with it: characters that
 * nobody sees, the name and the angle brackets of a mail program, `mailto:` and its
 * query, one pair of marks, and what ends a sentence. Blanks of any kind are one space,
 * and stay within it. Full-width letters become ordinary ones, and dashes after the @
 * hyphens. A joiner may be a part of the domain.
 *
 * @throws URIError for percent signs of a `mailto:` that encode nothing
 */
export function cleanAddress(text: string): string {
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
