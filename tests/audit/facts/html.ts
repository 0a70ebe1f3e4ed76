export const all = (htmls: string[], pattern: RegExp) =>
  htmls.flatMap((html) => html.match(pattern) ?? []);

export const count = (html: string, pattern: RegExp) =>
  all([html], pattern).length;

/** One pattern has matches, and each of them matches the other pattern. */
export const every = (htmls: string[], pattern: RegExp, other: RegExp) => {
  const found = all(htmls, pattern);
  return found.length > 0 && found.every((part) => other.test(part));
};

export const part = (html: string, pattern: RegExp) =>
  pattern.exec(html)?.[0] ?? "";

export const inOrder = (html: string, ...parts: string[]) =>
  parts.every(
    (part, index) =>
      html.includes(part) &&
      html.indexOf(part) >= html.indexOf(parts[index - 1] ?? ""),
  );
