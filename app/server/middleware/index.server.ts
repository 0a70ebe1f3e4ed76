import type { IncomingMessage, ServerResponse } from "node:http";
import {
  decide,
  rewriteToErrorPage,
} from "~/server/middleware/decision.server";
import { log, loggablePath } from "~/server/log.server";
import { dropBody } from "~/server/middleware/drop-body.server";
import type { Middleware } from "~/server/middleware/middleware";
import { answerFromCache } from "~/server/middleware/page-cache.server";
import { servePublicFile } from "~/server/middleware/public-files.server";
import { limitPosts } from "~/server/middleware/rate-limit.server";
import { setSecurityHeaders } from "~/server/middleware/security-headers.server";

/**
 * A proxy's client may send the whole URL as the target. Its host replaces the
 * Host header (RFC 9112, section 3.2.2).
 */
const acceptAbsoluteForm: Middleware = (request, _response, next) => {
  const [, host, path = ""] =
    /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? "") ?? [];
  if (host !== undefined) {
    request.headers.host = host;
    request.url = path.startsWith("/") ? path : `/${path}`;
  }
  next();
};

/** HTTP/1.1 keeps a connection unless told otherwise (RFC 9112, section 9.3). */
const keepConnection: Middleware = ({ httpVersion }, response, next) => {
  const isKept = httpVersion === "1.1" && response.shouldKeepAlive;
  // Node's two lines about that are 47 bytes of a first visit's ten packets.
  if (isKept && !response.hasHeader("Connection"))
    response.removeHeader("Connection");
  next();
};

/** Logs a request in one line, without query, address or headers. */
const logWhenAnswered: Middleware = ({ method, url = "" }, response, next) => {
  const start = performance.now();
  response.once("close", () => {
    // Health checks come every few seconds. A failed one is worth a line.
    if (url === "/healthz" && response.statusCode === 200) return;
    log("info", "Request", {
      method,
      path: loggablePath(url),
      // A visitor may leave before the answer is sent.
      status: response.writableFinished ? response.statusCode : "aborted",
      milliseconds: Math.round(performance.now() - start),
    });
  });
  next();
};

const carryOutDecision: Middleware = (request, response, next) => {
  const { headers } = request;
  if (request.httpVersion === "1.0") headers.host ??= "localhost";
  const decision = decide(request);
  if (decision.kind === "redirect") {
    request.method = "GET";
    const { location } = decision;
    const redirect = () => response.writeHead(308, { location }).end();
    return dropBody(request, response, redirect);
  }
  if (decision.kind === "pass") request.url = decision.url;
  else {
    if (decision.allow) response.setHeader("Allow", decision.allow);
    rewriteToErrorPage(request, decision.status, decision.path);
  }
  // Remix trusts X-Forwarded-Host from anyone, and answers a post from another
  // Origin with an empty 500. The site has already checked the origin.
  delete headers["x-forwarded-host"];
  delete headers.origin;
  next();
};

/** Every request passes these in order before it reaches remix-serve. */
const middleware: Middleware[] = [
  acceptAbsoluteForm,
  logWhenAnswered,
  keepConnection,
  setSecurityHeaders,
  carryOutDecision,
  limitPosts,
  dropBody,
  servePublicFile,
  answerFromCache,
];

/** @param pass hands the request to remix-serve, which has no middleware */
export function handle(
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
): void {
  const fail = (error: unknown) => {
    log("error", "Unexpected error", { stack: (error as Error).stack });
    response.destroy();
  };
  // Not async: a cached page is cheap enough that a promise for each step counts.
  const step = (index: number): void => {
    const current = middleware[index];
    try {
      if (!current) pass();
      else current(request, response, () => step(index + 1))?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
  step(0);
}
