import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { errorPath, errors } from "~/content/errors";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/answer";
import { signupToasts } from "~/forms/signup";
import { addressHeader } from "~/server/client-address.server";
import { env } from "~/server/env.server";
import { pagePolicy } from "~/server/security-headers.server";
import { countAttempt } from "~/server/rate-limit.server";
import { sendBytes } from "~/server/send-bytes.server";
import type { Encoding } from "~/server/send-bytes.server";
import { takeToast } from "~/server/toast.server";
import { today } from "~/server/today.server";

interface KeptPage {
  status: number;
  html: string;
  /** The key that the page's forms carry. */
  idempotencyKey: string;
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

/** Pages by path and toast, never by what a visitor makes up. */
const kept = new Map<string, KeptPage>();
const name = (path: string, toast?: Toast) => JSON.stringify([path, toast]);

const names = new Set([
  ...Object.values(pages).flatMap(({ path }) => [
    name(path),
    // The contact form's toast contains an address, so it is never kept.
    name(path, signupToasts.stored),
  ]),
  ...Object.keys(errors).map((status) => name(errorPath(Number(status)))),
]);

/** The day in UTC, which the legal pages name. */
let day = today();

interface RenderedPage {
  status: number;
  html: string;
  idempotencyKey: string;
  toast?: Toast;
}

/** Remembers how a page of the site was rendered. */
export function keepPage(path: string, page: RenderedPage): void {
  // A form's refusal is rendered for one visitor.
  if (page.status !== 200 && path !== errorPath(page.status)) return;
  // A page rendered just after midnight may have been begun before it.
  const isNewDay = Date.now() % 86_400_000 < 60_000;
  const key = name(path, page.toast);
  if (names.has(key) && !isNewDay) kept.set(key, withNewKey(page));
}

/** An error page that was rendered before. */
export const keptError = (status: number) => kept.get(name(errorPath(status)));

/**
 * A kept page brings one idempotency key to many visitors. With a success the
 * key is used up: whoever comes afterwards is given another.
 */
export function renewPages(usedKey: string | undefined): void {
  for (const [key, page] of kept) {
    if (page.idempotencyKey === usedKey) kept.set(key, withNewKey(page));
  }
}

/** Answers a GET or HEAD of a page that was rendered before. */
export async function answerFromCache(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): Promise<void> {
  if (request.method === "POST") return next();
  if (day !== today()) {
    day = today();
    kept.clear();
  }
  const { url = "", headers } = request;
  let flash = await takeToast(headers.cookie);
  const isOwn = flash.toast && !kept.has(name(url, flash.toast));
  // A page for one visitor costs more than a post, and its cookie can be sent
  // again and again. Beyond the limit of posts the toast waits.
  if (isOwn && countAttempt("rendering", headers[addressHeader])) flash = {};
  const { toast, endOfCookie } = flash;
  const key = name(url, toast);
  let page = kept.get(key);
  if (!page) return next();
  if (page.end < Date.now()) kept.set(key, (page = withNewKey(page)));

  response.statusCode = page.status;
  response.setHeader("Vary", "Accept-Encoding, Cookie");
  response.setHeader("Content-Security-Policy", page.policy);
  if (endOfCookie) response.setHeader("Set-Cookie", endOfCookie);
  if (endOfCookie || page.status !== 200) {
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

function withNewKey({
  status,
  html: old,
  idempotencyKey: oldKey,
}: Pick<KeptPage, "status" | "html" | "idempotencyKey">): KeptPage {
  const idempotencyKey = randomUUID();
  const html = old.replaceAll(oldKey, idempotencyKey);
  const hash = createHash("sha256").update(html).digest("base64url");
  return {
    status,
    html,
    idempotencyKey,
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
