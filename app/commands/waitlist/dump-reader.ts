import { createReadStream } from "node:fs";

/** A part of a dump, in the order of its lines. */
export type DumpPart =
  | { kind: "columns"; source: string; columns: DumpColumn[] }
  | { kind: "rows"; source: string; rows: DumpRow[]; line: number }
  /** The table into which the rows of the source belong. */
  | { kind: "table"; source: string; table: string };

export interface DumpColumn {
  name: string;
  type: string;
}

export type DumpRow = (string | null)[];

/** A batch has few rows, because each may hold a long text. */
const batch = 100;

/** The column types that a form's table may have. */
const column =
  /^ {2}(\w+) (uuid|text|timestamptz|date|boolean|smallint|integer|bigint|numeric|real|double precision|jsonb)(,?)$/;

/** A value as Postgres's format() writes it for %L. */
const cell = /NULL|'[^']*(?:''[^']*)*'|E'[^'\\]*(?:(?:''|\\\\)[^'\\]*)*'/
  .source;
const row = new RegExp(`^\\(((?:${cell})(?:,(?:${cell}))*)\\)([,;])$`);
const cells = new RegExp(cell, "g");

const insert = /^ {2}insert into public\.(\w+)$/;
const columnNames = /^ {4}\((\w+(?:, \w+)*)\)$/;
const select =
  /^ {2}select \* from copied_(\w+) on conflict do nothing returning id$/;

/** The script's other lines after its rows: psql needs them, and this does not. */
const ending = [
  /^$/,
  /^-- These triggers take the idempotency key from the request: here there is none\.$/,
  /^alter table public\.\w+ (?:disable|enable) trigger skip_repeated_submission;$/,
  /^with$/,
  /^\w+ as \($/,
  /^\),?$/,
  /^select '\w+'(?: as "table")?,$/,
  /^ {2}\(select count\(\*\) from \w+\)(?: as copied)?,$/,
  /^ {2}\(select count\(\*\) from \w+\) - \(select count\(\*\) from \w+\)(?: as there_already)?;?$/,
  /^union all$/,
];

/**
 * Reads a dump without running it: only the values of its rows, and the names
 * of tables and columns, come out.
 *
 * @param text of the script, in any pieces
 * @param name of the script in errors
 * @throws Error that names the first line that no dump has, without repeating it
 */
export async function* readDump(
  text: AsyncIterable<string>,
  name: string,
): AsyncGenerator<DumpPart> {
  const lines = linesOf(text);
  let number = 0;
  const refuse = (why = "is not a line of a dump"): never => {
    throw new Error(`Line ${number} of ${JSON.stringify(name)} ${why}.`);
  };
  const next = async () => {
    const { value, done } = await lines.next();
    number += 1;
    return done ? refuse("is missing: the dump is incomplete") : value;
  };
  const expect = async (pattern: RegExp) => {
    if (!pattern.test(await next())) refuse();
  };

  await expect(/^-- \w+: \d+(?:, \w+: \d+)*$/);
  await expect(/^set client_encoding to 'UTF8';$/);
  await expect(/^begin;$/);

  const known = new Map<string, DumpColumn[]>();
  let line = await next();
  for (; ; line = await next()) {
    const [, source] =
      /^create temporary table copied_(\w+) \($/.exec(line) ?? [];
    if (source === undefined) break;
    const columns: DumpColumn[] = [];
    for (let isLast = false; !isLast;) {
      const [, name = refuse(), type = "", comma] =
        column.exec(await next()) ?? [];
      columns.push({ name, type });
      isLast = comma === "";
    }
    await expect(/^\) on commit drop;$/);
    if (known.has(source)) refuse();
    known.set(source, columns);
    yield { kind: "columns", source, columns };
  }

  for (; ; line = await next()) {
    const [, source] = /^insert into copied_(\w+) values$/.exec(line) ?? [];
    if (source === undefined) break;
    const width = known.get(source)?.length ?? refuse();
    let rows: DumpRow[] = [];
    for (let isLast = false; !isLast;) {
      // A text may have line breaks. Quotes come in pairs once it has ended.
      let text = await next();
      for (let odd = isOdd(text); odd;) {
        const more = await next();
        text += `\n${more}`;
        odd = odd !== isOdd(more);
      }
      const [, inner = refuse(), end] = row.exec(text) ?? [];
      const values = (inner.match(cells) ?? []).map(toValue);
      if (values.length !== width) refuse();
      rows.push(values);
      isLast = end === ";";
      if (!isLast && rows.length < batch) continue;
      yield { kind: "rows", source, rows, line: number };
      rows = [];
    }
  }

  const placed = new Set<string>();
  for (; line !== "commit;"; line = await next()) {
    const [, table] = insert.exec(line) ?? [];
    if (table === undefined) {
      if (!ending.some((pattern) => pattern.test(line))) refuse();
      continue;
    }
    const [, names = refuse()] = columnNames.exec(await next()) ?? [];
    const [, source = refuse()] = select.exec(await next()) ?? [];
    const columns = known.get(source) ?? refuse();
    const isSame = columns.map(({ name }) => name).join(", ") === names;
    if (!isSame || placed.has(source)) refuse();
    placed.add(source);
    yield { kind: "table", source, table };
  }
  if (placed.size < known.size) refuse("comes too early");
  for await (const more of lines) {
    number += 1;
    if (more !== "") refuse();
  }
}

const isOdd = (text: string) => (text.split("'").length - 1) % 2 === 1;

/** Reads what format() wrote for %L. */
function toValue(text: string): string | null {
  if (text === "NULL") return null;
  const [quote = "", ...others] = text.split("'");
  const inner = others.slice(0, -1).join("'").replaceAll("''", "'");
  return quote === "E" ? inner.replaceAll("\\\\", "\\") : inner;
}

/** Node's readline also breaks at a carriage return and at U+2028. */
async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const piece of text) {
    const parts = piece.split("\n");
    parts[0] = rest + (parts[0] ?? "");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
  return undefined;
}

/** @throws TypeError if the file is not UTF-8 */
export async function* readText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for await (const chunk of createReadStream(file)) {
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}
