import type { IncomingMessage, ServerResponse } from "node:http";
import morgan from "morgan";
import { log, loggablePath } from "~/server/log.server";

/**
 * remix-serve logs by morgan, after the public files and with the query. It
 * names the format after this was imported, and a format that gives nothing
 * logs nothing.
 */
morgan.format("tiny", () => null);

/** One line a request: no query, no address, no header. */
export function logWhenAnswered(
  { method, url = "" }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const start = performance.now();
  response.once("close", () => {
    log("info", "Request", {
      method,
      path: loggablePath(url),
      // A visitor may go before the answer comes.
      status: response.writableFinished ? response.statusCode : "aborted",
      milliseconds: Math.round(performance.now() - start),
    });
  });
  next();
}
