import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import onHeaders from "on-headers";
import { encodingFor } from "~/server/encoding.server";

/** Relative to the folder in which the site is started, as for remix-serve. */
const folder = "build/client";

const endings = { br: ".br", gzip: ".gz" };

/** As Express names them; a compressed file's own ending says nothing. */
const types: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".svg": "image/svg+xml",
};

let files: Set<string> | undefined;

/** Whether the build has a file for this URL. */
export function isPublicFile(url: string): boolean {
  // Development has no build to read at import.
  files ??= new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
      (file) => `/${file.split(path.sep).join("/")}`,
    ),
  );
  return path.posix.extname(url) !== "" && files.has(url);
}

/**
 * remix-serve compresses a file anew for each request, and promises of all that
 * the build wrote that it never changes; only those in assets have a name that
 * changes with them.
 */
export function improvePublicFile(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { url = "" } = request;
  if (!isPublicFile(url)) return next();

  const encoding = isPublicFile(url + endings.br)
    ? encodingFor(request)
    : undefined;
  if (encoding) response.setHeader("Vary", "Accept-Encoding");
  const isCompressed = encoding && encoding !== "identity";
  if (isCompressed) {
    request.url = url + endings[encoding];
    response.setHeader("Content-Encoding", encoding);
  }
  onHeaders(response, () => {
    // A file that is gone since is answered by the page for what is not found,
    // which has a type of its own.
    if (isCompressed && response.statusCode === 200) {
      response.setHeader("Content-Type", types[path.extname(url)] ?? "");
    } else if (isCompressed && response.statusCode === 404) {
      response.removeHeader("Content-Encoding");
    }
    const caching = String(response.getHeader("Cache-Control"));
    if (caching.includes("immutable") && !url.startsWith("/assets/")) {
      response.setHeader("Cache-Control", "public, max-age=3600");
    }
  });
  next();
}
