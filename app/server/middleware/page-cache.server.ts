import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { errorPath, errorPages } from "~/content/errors";
import { pageAt, pages } from "~/content/pages";
import type { RootData } from "~/forms/answer";
import type { Toast } from "~/forms/toasts";
import { forms } from "~/forms/forms";
import { env } from "~/server/env.server";
import { encode, sendBytes } from "~/server/middleware/encoding.server";
import type { Encoding } from "~/server/middleware/encoding.server";
import { readToast } from "~/server/middleware/toast.server";
import type { Middleware } from "~/server/middleware/middleware";

interface RenderedPage extends Pick<RootData, "idempotencyKey" | "toast"> {
  status: number;
  html: string;
  /** The UTC date when its rendering began, such as 2026-11-20. */
  today: string;
  policy: string;
}

interface CachedPage extends RenderedPage {
  /** A page with a form gets another key after this, in milliseconds since 1970. */
  expires: number;
  /** Whether the key may have been used up. */
  isUsed: boolean;
  etag: string;
  bodies: Map<Encoding, Uint8Array>;
}

/** Milliseconds for which a key that is used up may be shown: many readers share a page. */
const keyLife = 1000;

const cache = new Map<string, CachedPage>();

const keyOf = (path: string, toast: Toast | undefined): string =>
  toast ? `${path} ${toast.text}` : path;

/** The pages that are cached. Pages with a visitor's own toast are not among them. */
const keys = new Set([
  ...Object.values(pages).map(({ path }) => path),
  ...Object.keys(errorPages).map((status) => errorPath(Number(status))),
  ...forms.map(({ path, toasts }) => keyOf(path, toasts.stored)),
  ...forms.map(({ path }) => errorPath(403, path)),
]);

/** Caches a page for later visitors who bring the same toast or none. */
export function cachePage(path: string, page: RenderedPage): void {
  const key = keyOf(path, page.toast);
  if (keys.has(key)) cache.set(key, toCached(page));
}

/**
 * A cached page gives many visitors one idempotency key. A success uses it up, and soon
 * the page has another.
 */
export function markKeyUsed(used: string | undefined): void {
  for (const page of cache.values()) {
    if (page.idempotencyKey === used) page.isUsed = true;
  }
}

/**
 * Answers a GET or HEAD with the cached page that has the same toast or none. Programs
 * that look at a page before its visitor send HEAD, which uses up no toast.
 */
export const answerFromCache: Middleware = (request, response, next) => {
  const { method, url = "", headers } = request;
  const [path = "", ticket] = url.split("?");
  const answer = (toast?: Toast) => {
    const page = method === "POST" ? undefined : pageFor(keyOf(path, toast));
    if (page) sendPage(request, response, page);
    else next();
  };
  const mayBringToast = ticket ?? headers.cookie;
  if (!mayBringToast || method !== "GET" || !pageAt(path)) return answer();
  const { cookie = "" } = headers;
  return readToast(
    new Request(`http://localhost${url}`, { headers: { cookie } }),
  ).then(({ toast, setCookie }) => {
    if (setCookie) response.setHeader("Set-Cookie", setCookie);
    answer(toast);
  });
};

/** Finds the page of today, and renews a key that has expired. */
function pageFor(key: string): CachedPage | undefined {
  const page = cache.get(key);
  if (page?.today !== new Date().toISOString().slice(0, 10)) return undefined;
  if (!page.isUsed || page.expires >= Date.now()) return page;
  const idempotencyKey = randomUUID();
  const html = page.html.replaceAll(page.idempotencyKey, idempotencyKey);
  const renewed = toCached({ ...page, html, idempotencyKey });
  cache.set(key, renewed);
  return renewed;
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { status, policy, toast, etag, bodies, html }: CachedPage,
): void {
  response.statusCode = status;
  response.setHeader("Vary", "Accept-Encoding, Cookie");
  response.setHeader("Content-Security-Policy", policy);
  if (status !== 200 || toast) {
    response.setHeader("Cache-Control", "private, no-cache");
  } else {
    response.setHeader("ETag", etag);
    // Shared caches may repeat the key for one second.
    const shared =
      "max-age=0, s-maxage=1, must-revalidate, stale-while-revalidate=0";
    response.setHeader("Cache-Control", shared);
  }
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  sendBytes(request, response, (encoding) => {
    const body = bodies.get(encoding) ?? encode(html, encoding);
    bodies.set(encoding, body);
    return { body, encoding };
  });
}

function toCached(page: RenderedPage): CachedPage {
  const { html, idempotencyKey } = page;
  const hash = createHash("sha256").update(html).digest("base64url");
  return {
    ...page,
    expires: Date.now() + keyLife,
    // Another process of the site may use it up. A page without a form has none.
    isUsed: Boolean(env.SUPABASE_URL) && html.includes(idempotencyKey),
    // Weak, because all encodings share it.
    etag: `W/"${hash.slice(0, 11)}"`,
    bodies: new Map<Encoding, Uint8Array>(),
  };
}
