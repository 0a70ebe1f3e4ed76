import type { IncomingMessage, ServerResponse } from "node:http";
import { errorPath } from "~/content/errors";
import { logNotFound } from "~/server/log.server";

/**
 * Bytes. Node reads and drops a refused body, because a browser shows an answer
 * only after it has sent everything. A longer body is cut off.
 */
const maximumDroppedBody = 4 * 1024 * 1024;

/** Turns the request into one for the status's error page. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  retryAfterSeconds?: number,
): void {
  const { headers } = request;
  if (retryAfterSeconds) response.setHeader("Retry-After", retryAfterSeconds);
  if (status === 404) logNotFound(request.url ?? "");
  if (
    status === 411 ||
    Number(headers["content-length"]) > maximumDroppedBody
  ) {
    response.setHeader("Connection", "close");
  }
  request.url = errorPath(status);
  if (request.method !== "HEAD") request.method = "GET";
  // Remix cannot parse every host. A toast waits for the next page.
  headers.host = "localhost";
  delete headers.cookie;
}
