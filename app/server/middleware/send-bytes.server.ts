import type { IncomingMessage, ServerResponse } from "node:http";
import fresh from "fresh";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** The smallest encoding that the client accepts. */
function encodingFor(request: IncomingMessage): Encoding {
  const accepted = new Negotiator(request).encodings(["br", "gzip"]);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}

/**
 * Answers a GET or HEAD with bytes from memory, or with 304 if the client has
 * the response's ETag.
 */
export function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  bodyIn: (encoding: Encoding) => { body: Uint8Array; encoding: Encoding },
): void {
  const etag = response.getHeader("ETag");
  if (etag && fresh(request.headers, { etag: String(etag) })) {
    response.writeHead(304).end();
    return;
  }
  const { body, encoding } = bodyIn(encodingFor(request));
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.byteLength);
  response.end(request.method === "HEAD" ? undefined : body);
}
