import type { Report } from "../site";

/** Spreadsheets take a cell that begins so for a formula, and some split a text into cells. */
const formula = /^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[ "]*[=+\-@＝＋－＠])/g;

const cellOf = (value: unknown) =>
  `"${String(value ?? "")
    .replace(formula, "'")
    .replaceAll('"', '""')}"`;

const head =
  "Page,Level,Criteria,Rule,What is wrong,How to mend it,Selector,HTML,Modes,Widths,Fails the audit,More";

/** The findings as a table, a row each element and state, for spreadsheets. */
export function csvOf({ issues }: Report) {
  const rows = issues.flatMap((one) =>
    [...new Set(one.seen.map(({ state }) => state))].map((state) => {
      const seen = one.seen.filter((sight) => sight.state === state);
      const each = <Value>(values: (Value | undefined)[]) =>
        [...new Set(values)].filter(Boolean).join(" ");
      return [
        ...[state, one.level, one.criteria.join(" "), one.rule, one.help],
        ...[one.mend, one.selector, one.html],
        each(seen.map(({ mode }) => mode)),
        each(seen.map(({ width }) => width)),
        ...[one.fails ? "yes" : "no", one.url],
      ].map(cellOf);
    }),
  );
  // Excel reads UTF-8 only after a byte order mark.
  return `\ufeff${[head, ...rows.map((row) => row.join(","))].join("\r\n")}\r\n`;
}
