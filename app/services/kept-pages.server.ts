import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fresh from "fresh";
import { LRUCache } from "lru-cache";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/answer";
import { encodingFor } from "~/services/encoding.server";
import type { Encoding } from "~/services/encoding.server";
import { pagePolicy } from "~/services/security-headers.server";
import { takeToast } from "~/services/toast.server";
import { today } from "~/services/today.server";

/** As Remix rendered it. The next visitor's differs by its key alone. */
interface RenderedPage {
  html: string;
  idempotencyKey: string;
}

/** As it is sent. */
interface KeptPage {
  html: string;
  headers: Record<string, string>;
  bodies: Map<Encoding, Uint8Array>;
}

/** By path and toast: nothing that a visitor makes up. */
const rendered = new LRUCache<string, RenderedPage>({ max: 30 });
const name = (path: string, toast?: Toast) => JSON.stringify([path, toast]);

/** By path: what every visitor without a toast is given. */
const kept = new Map<string, KeptPage>();

const paths = new Set<string>(Object.values(pages).map(({ path }) => path));

/** In UTC; the legal pages name it. */
let day = today();

/** Remembers how a page of the site was rendered. */
export function keepPage(
  path: string,
  { html, toast, idempotencyKey }: RenderedPage & { toast?: Toast },
): void {
  // What is rendered just after midnight may have been begun before.
  const isNewDay = Date.now() % 86_400_000 < 60_000;
  if (paths.has(path) && !isNewDay) {
    rendered.set(name(path, toast), { html, idempotencyKey });
  }
}

/**
 * A kept page brings one idempotency key to many visitors. With a success it is
 * used up: whoever comes afterwards is given another.
 */
export const renewPages = () => kept.clear();

/**
 * Answers a GET or HEAD of a page that was rendered before.
 *
 * @returns false where Remix has to render it; then nothing was answered
 */
export async function answerFromMemory(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (day !== today()) {
    day = today();
    rendered.clear();
    kept.clear();
  }
  const { method, url = "", headers } = request;
  const { toast, endOfCookie } = await takeToast(headers.cookie);
  const source = rendered.get(name(url, toast));
  if (!source) return false;

  response.setHeader("Vary", "Accept-Encoding, Cookie");
  const encoding = encodingFor(request);
  let body: Uint8Array;
  if (endOfCookie) {
    const html = withNewKey(source);
    response.setHeader("Set-Cookie", endOfCookie);
    response.setHeader("Content-Security-Policy", pagePolicy(html));
    response.setHeader("Cache-Control", "private, no-cache");
    body = encode(html, encoding, forOne);
  } else {
    const page = kept.get(url) ?? keep(url, source);
    for (const [key, value] of Object.entries(page.headers)) {
      response.setHeader(key, value);
    }
    if (fresh(headers, { etag: page.headers.ETag })) {
      response.writeHead(304).end();
      return true;
    }
    body = page.bodies.get(encoding) ?? encode(page.html, encoding, forMany);
    page.bodies.set(encoding, body);
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.byteLength);
  response.end(method === "HEAD" ? undefined : body);
  return true;
}

function keep(path: string, source: RenderedPage): KeptPage {
  const html = withNewKey(source);
  const hash = createHash("sha256").update(html).digest("base64url");
  const headers = {
    // Weak: the same for every encoding.
    ETag: `W/"${hash.slice(0, 22)}"`,
    "Content-Security-Policy": pagePolicy(html),
    // Caches in front have a second, in which they may repeat the key.
    "Cache-Control": "public, max-age=0, s-maxage=1, must-revalidate",
  };
  const page = { html, headers, bodies: new Map<Encoding, Uint8Array>() };
  kept.set(path, page);
  return page;
}

const withNewKey = ({ html, idempotencyKey }: RenderedPage) =>
  html.replaceAll(idempotencyKey, randomUUID());

/** Levels of brotli and gzip. */
type Effort = readonly [number, number];
const forOne: Effort = [4, 1];
const forMany: Effort = [5, 6];

function encode(html: string, encoding: Encoding, effort: Effort): Uint8Array {
  const bytes = Buffer.from(html);
  if (encoding === "gzip") return gzipSync(bytes, { level: effort[1] });
  if (encoding === "identity") return bytes;
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort[0],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}
