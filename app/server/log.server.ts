type Level = "info" | "warn" | "error";
type Fields = Record<string, string | number | undefined>;

/** Bytes of lines that wait for a reader that stands still. */
const mostWaiting = 2 * 1024 * 1024;

/** The lines that no reader will get, by stream. */
const dropped = new Map<NodeJS.WriteStream, number>();

/**
 * Writes one line of JSON, which log collectors can parse. Callers pass no e-mail
 * address and no message. Lines beyond what may wait are dropped and counted.
 */
export function log(
  level: Level,
  message: string,
  fields: Fields = {},
  method = level,
): void {
  const stream = method === "info" ? process.stdout : process.stderr;
  const lines = dropped.get(stream) ?? 0;
  if (stream.writableLength > mostWaiting) {
    dropped.set(stream, lines + 1);
    return;
  }
  dropped.delete(stream);
  const lost = "Log lines dropped: their reader stood still";
  if (lines > 0) writeLine("warn", lost, { lines }, method);
  writeLine(level, message, fields, method);
}

/** JSON escapes control characters, so no visitor can forge a line. */
function writeLine(
  level: Level,
  message: string,
  fields: Fields,
  method: Level,
): void {
  const time = new Date().toISOString();
  const line = JSON.stringify({ time, level, message, ...fields });
  // JSON does not escape these; terminals and some collectors break lines at them.
  const safe = line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  console[method](safe);
}

/**
 * A request's path for the log: without query or e-mail address, and short.
 *
 * @param url absolute, or the request's target
 */
export const loggablePath = (url: string): string =>
  url
    .replace(/^[a-z]+:\/\/[^/?#]*|[?#].*$/gis, "")
    .split("/", 201)
    .map((part) => (/@|%40/i.test(part) ? "***" : part))
    .join("/")
    .slice(0, 200);

/** The console's error, as browsers have it, but nothing that an operator must do. */
export const logNotFound = (url: string): void =>
  log(
    "info",
    "404 Error: page not found",
    { path: loggablePath(url) },
    "error",
  );

/** Exits with a message instead of a stack trace. */
export function exitWithMessage(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
