import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sendBytes } from "~/server/middleware/encoding.server";
import type { Encoding } from "~/server/middleware/encoding.server";
import type { Middleware } from "~/server/middleware/middleware";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

const extensions = { br: ".br", gzip: ".gz", identity: "" };

interface PublicFile {
  etag: string;
  bodies: Partial<Record<Encoding, Uint8Array>>;
}

/**
 * The build's files by URL, less than a megabyte. The copies in memory survive
 * a build that replaces the files while the site runs.
 */
const files = new Map<string, PublicFile>();

/** @param folder relative to the working directory, like remix-serve's own */
export function readPublicFiles(folder = "build/client"): void {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!(path.extname(name) in types)) continue;
    const bodies: PublicFile["bodies"] = {};
    for (const [encoding, extension] of Object.entries(extensions)) {
      try {
        const file = path.join(folder, name + extension);
        bodies[encoding as Encoding] = readFileSync(file);
      } catch {
        // The build compresses only text.
      }
    }
    const content = bodies.identity ?? "";
    const hash = createHash("sha256").update(content).digest("base64url");
    const url = `/${name.split(path.sep).join("/")}`;
    files.set(url, { etag: `W/"${hash.slice(0, 22)}"`, bodies });
  }
}

export const isPublicFile = (url: string): boolean => files.has(url);

export const servePublicFile: Middleware = (request, response, next) => {
  const { url = "" } = request;
  const file = files.get(url);
  if (!file) return next();
  const { etag, bodies } = file;
  response.setHeader("Content-Type", types[path.extname(url)] ?? "");
  response.setHeader("ETag", etag);
  if (bodies.br) response.setHeader("Vary", "Accept-Encoding");
  response.setHeader(
    "Cache-Control",
    // Only names in assets change with the content.
    url.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "public, max-age=3600",
  );
  sendBytes(request, response, (wanted) => {
    const body = bodies[wanted];
    if (body) return { body, encoding: wanted };
    return { body: bodies.identity ?? Buffer.of(), encoding: "identity" };
  });
};
