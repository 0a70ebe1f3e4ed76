import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { errorPath, errorPages } from "~/content/errors";
import { pages } from "~/content/pages";
import { env } from "~/server/env.server";
import { pagePolicy } from "~/server/security-headers.server";
import { sendBytes } from "~/server/send-bytes.server";
import type { Encoding } from "~/server/send-bytes.server";
import { hasToast } from "~/server/toast.server";

interface KeptPage {
  status: number;
  html: string;
  /** The key that the page's forms carry. */
  idempotencyKey: string;
  /** The date in UTC that it was rendered with, as in 2026-11-20. */
  today: string;
  /** When another key is due, in milliseconds since 1970. */
  end: number;
  policy: string;
  etag: string;
  bodies: Map<Encoding, Uint8Array>;
}

/**
 * Milliseconds. With a database that other processes of the site may use, a key
 * may be used up without a word to this one.
 */
const keyLife = env.SUPABASE_URL ? 1000 : Infinity;

/** Pages by path, never by what a visitor makes up. */
const kept = new Map<string, KeptPage>();

const paths = new Set([
  ...Object.values(pages).map(({ path }) => path),
  ...Object.keys(errorPages).map((status) => errorPath(Number(status))),
]);

type RenderedPage = Pick<
  KeptPage,
  "status" | "html" | "idempotencyKey" | "today"
>;

/** Remembers how a page of the site is rendered for everyone. */
export function keepPage(path: string, page: RenderedPage): void {
  if (paths.has(path)) kept.set(path, withNewKey(page));
}

/** An error page that was rendered before. */
export const keptError = (status: number) => kept.get(errorPath(status));

/**
 * A kept page brings one idempotency key to many visitors. With a success the
 * key is used up: whoever comes afterwards is given another.
 */
export function renewPages(usedKey: string | undefined): void {
  for (const [path, page] of kept) {
    if (page.idempotencyKey === usedKey) kept.set(path, withNewKey(page));
  }
}

/** Answers a GET or HEAD of a page that was rendered before. */
export function answerFromCache(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { method, url = "", headers } = request;
  let page = kept.get(url);
  const isToday = page?.today === new Date().toISOString().slice(0, 10);
  if (!page || !isToday || method === "POST" || hasToast(headers)) {
    return next();
  }
  if (page.end < Date.now()) kept.set(url, (page = withNewKey(page)));

  response.statusCode = page.status;
  response.setHeader("Vary", "Accept-Encoding, Cookie");
  response.setHeader("Content-Security-Policy", page.policy);
  if (page.status !== 200) {
    response.setHeader("Cache-Control", "private, no-cache");
  } else {
    response.setHeader("ETag", page.etag);
    // Caches in front have a second, in which they may repeat the key.
    const shared = "public, max-age=0, s-maxage=1, must-revalidate";
    response.setHeader("Cache-Control", shared);
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  const { bodies, html } = page;
  sendBytes(request, response, (encoding) => {
    const body = bodies.get(encoding) ?? encode(html, encoding);
    bodies.set(encoding, body);
    return { body, encoding };
  });
}

function withNewKey({ status, today, ...old }: RenderedPage): KeptPage {
  const idempotencyKey = randomUUID();
  const html = old.html.replaceAll(old.idempotencyKey, idempotencyKey);
  const hash = createHash("sha256").update(html).digest("base64url");
  return {
    status,
    html,
    idempotencyKey,
    today,
    // A page without a form shows no key.
    end: html.includes(idempotencyKey) ? Date.now() + keyLife : Infinity,
    policy: pagePolicy(html),
    // Weak: the same for every encoding.
    etag: `W/"${hash.slice(0, 22)}"`,
    bodies: new Map<Encoding, Uint8Array>(),
  };
}

function encode(html: string, encoding: Encoding): Uint8Array {
  const bytes = Buffer.from(html);
  if (encoding === "gzip") return gzipSync(bytes);
  if (encoding === "identity") return bytes;
  return brotliCompressSync(bytes, {
    params: {
      // Higher levels would hold up the others for what a key's life is worth.
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}
