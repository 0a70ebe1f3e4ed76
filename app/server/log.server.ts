type Level = "info" | "warn" | "error";

/**
 * One line of JSON, so that a log collector can read it and no visitor can
 * write a line of their own: JSON escapes every control character. Callers
 * pass no e-mail address and no message.
 */
export function log(
  level: Level,
  message: string,
  fields: Record<string, string | number | undefined> = {},
): void {
  const time = new Date().toISOString();
  const line = JSON.stringify({ time, level, message, ...fields });
  // JSON leaves these line separators as they are; terminals and some
  // collectors break lines at them.
  const safe = line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  console[level](safe);
}

/**
 * A request's path for the log: no query, no address, not without end.
 *
 * @param url whole, or what was asked for
 */
export const loggablePath = (url: string): string =>
  (URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/)[0] ?? ""))
    .split("/")
    .map((part) => (/@|%40/i.test(part) ? "***" : part))
    .join("/")
    .slice(0, 200);

/** The log's line for a URL that leads nowhere. */
export const logNotFound = (url: string): void =>
  log("error", "404 Error: page not found", { path: loggablePath(url) });

/** Ends a process that cannot go on, with a message instead of a stack trace. */
export function exitWithMessage(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
