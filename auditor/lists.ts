export const unique = <Value>(values: readonly Value[]) => [...new Set(values)];

/** The parts that are there, as one text. */
export const joined = (parts: readonly unknown[], separator = ", ") =>
  parts.filter(Boolean).join(separator);

/** "1 state", "2 states" */
export const counted = (count: number, one: string, more = `${one}s`) =>
  `${count} ${count === 1 ? one : more}`;

export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
) {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    group.push(item);
    groups.set(key, group);
  }
  return groups;
}

/** The addresses of a sitemap, or of a text that names one a line. */
export const addressesIn = (text: string) =>
  /^\s*</.test(text)
    ? [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]+)/g)].map(
        ([, url = ""]) => url.replaceAll("&amp;", "&"),
      )
    : text
        .split("\n")
        .flatMap((line) => line.replace(/#\s.*|^#.*/, "").trim() || []);
