/**
 * Writes one line of JSON, which log collectors can parse. JSON escapes control
 * characters, so no visitor can forge a line. Callers pass no e-mail address
 * and no message.
 */
export function log(
  level: "info" | "warn" | "error",
  message: string,
  fields: Record<string, string | number | undefined> = {},
): void {
  const time = new Date().toISOString();
  const line = JSON.stringify({ time, level, message, ...fields });
  // JSON does not escape these; terminals and some collectors break lines at them.
  const safe = line.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  console[level](safe);
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

export const logNotFound = (url: string): void =>
  log("error", "404 Error: page not found", { path: loggablePath(url) });

/** Exits with a message instead of a stack trace. */
export function exitWithMessage(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
