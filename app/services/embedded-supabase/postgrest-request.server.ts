type Row = Record<string, unknown>;

/** Undefined: a path that leads to no table. */
export function tableOf(path: string): string | undefined {
  try {
    const [, name] = /^\/rest\/v1\/([^/]+)$/.exec(path) ?? [];
    return name && decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** Undefined: an array that does not hold objects of the same keys. */
export function toRows(body: unknown): Row[] | undefined {
  if (!Array.isArray(body)) return isRow(body) ? [body] : [];
  const keys = (row: Row) => Object.keys(row).sort().join("\0");
  return body.every(isRow) && new Set(body.map(keys)).size <= 1
    ? body
    : undefined;
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
