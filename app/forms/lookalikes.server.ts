/**
 * Letters of other scripts, and signs, that look like a Latin letter or an apostrophe
 * (Unicode Technical Standard 39), and what each looks like.
 */
const lookalikes = new Map(
  [
    ["\u0430\u0251\u03b1\u237a", "a"],
    ["\u0432\u0253\u03b2", "b"],
    ["\u0441\u03f2\u1d04", "c"],
    ["\u0501\u217e", "d"],
    ["\u0435\u04bd\u212e", "e"],
    ["\u0261\u0581", "g"],
    ["\u04bb\u0570\u043d", "h"],
    ["\u0456\u0131\u03b9\u04cf\u0269", "i"],
    ["\u0458\u03f3", "j"],
    ["\u043a\u03ba", "k"],
    ["\u043c", "m"],
    ["\u0578\u03b7\u057c", "n"],
    ["\u043e\u03bf\u0585\u10ff\u0e50\u06f0", "o"],
    ["\u0440\u03c1", "p"],
    ["\u051b\u0563", "q"],
    ["\u0433\u0491", "r"],
    ["\u0455\u01bd", "s"],
    ["\u0442\u03c4", "t"],
    ["\u057d\u03c5\u028b", "u"],
    ["\u0475\u03bd", "v"],
    ["\u051d\u0461\u03c9", "w"],
    ["\u0445\u03c7", "x"],
    ["\u0443\u04af\u03b3", "y"],
    ["\u1d22", "z"],
    ["\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4", "'"],
  ].flatMap(([signs = "", looks = ""]) =>
    [...signs].map((sign) => [sign, looks] as const),
  ),
);

/**
 * Replaces what looks like a Latin letter by it.
 *
 * @param text in small letters
 */
export const latinized = (text: string): string =>
  [...text.normalize("NFKD")]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join("")
    // A Turkish keyboard's \u0130 is small with a dot of its own.
    .replace(/i\u0307/g, "i")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .normalize();
