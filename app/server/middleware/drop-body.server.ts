import type { Middleware } from "~/server/middleware/middleware";

/** Bytes of a body that are read and dropped. */
const maximum = 4 * 1024 * 1024;

/**
 * Answers a request whose body nobody reads after that body has ended, or else ends the
 * connection with the answer. A proxy that has an answer may send another visitor's
 * request on the connection, and what follows there would be taken for the rest of the
 * body. A browser shows an answer only after it has sent everything.
 *
 * Node's limit of a request's time holds for this one, too.
 */
export const dropBody: Middleware = (request, response, next) => {
  const { method, headers } = request;
  const isUnknown = headers["transfer-encoding"] !== undefined;
  const length = Number(headers["content-length"] ?? 0);
  // The action of a form reads all of its body.
  if (method === "POST" || (!isUnknown && length === 0)) return next();
  if (isUnknown || length > maximum) {
    response.setHeader("Connection", "close");
    return next();
  }
  request.once("end", next).resume();
};
