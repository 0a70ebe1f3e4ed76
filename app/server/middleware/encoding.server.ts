import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fresh from "fresh";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** The smallest encoding that the client accepts. */
export function encodingFor(accept: string | null | undefined): Encoding {
  const headers = { "accept-encoding": accept ?? undefined };
  const accepted = new Negotiator({ headers }).encodings(["br", "gzip"]);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}

/**
 * A higher quality would block other requests for a short-lived body, and so would
 * this one in a larger window. 64 KiB hold every page.
 */
export const brotliParams = {
  [constants.BROTLI_PARAM_LGWIN]: 16,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

/**
 * Encodes a page. Quality 9 takes about 1.1 ms of a core, which pays for a page of many
 * readers; an answer has one, and quality 3 takes a quarter of that.
 */
export function encode(html: string, encoding: Encoding, isForMany = true) {
  const bytes = Buffer.from(html);
  const quality = isForMany ? 9 : 3;
  if (encoding === "gzip") return gzipSync(bytes, { level: quality });
  if (encoding === "identity") return bytes;
  return brotliCompressSync(bytes, {
    params: {
      ...brotliParams,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
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
  const accept = request.headers["accept-encoding"];
  const { body, encoding } = bodyIn(encodingFor(accept));
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.byteLength);
  response.end(request.method === "HEAD" ? undefined : body);
}
