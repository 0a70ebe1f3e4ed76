export const unique = <Value>(values: readonly Value[]) => [...new Set(values)];

/** The parts that are there, as one text. */
export const joined = (parts: readonly unknown[], separator = ", ") =>
  parts.filter(Boolean).join(separator);

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
