import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { toastPath } from "~/forms/answer";
import { addressHeader } from "~/server/middleware/client-address.server";
import { env } from "~/server/env.server";
import { refuse } from "~/server/middleware/refuse.server";
import { hasToast } from "~/server/toast.server";

/**
 * Keeps a limited number of counts by address, each for `ttl` milliseconds from
 * its first use, as the privacy policy promises.
 */
const counts = (ttl: number) =>
  new LRUCache<string, number>({ max: 50_000, ttl, ttlAutopurge: true });

const attempts = counts(60_000);
const stored = counts(3_600_000);

/**
 * Bytes of text that one address may store in an hour: tens of thousands of
 * signups at a festival that shares an address.
 */
const storedBytesPerHour = 4 * 1024 * 1024;

/** @returns how many seconds to wait if the limit is exceeded */
function count(
  counts: LRUCache<string, number>,
  key: string,
  amount: number,
  limit: number,
): number | undefined {
  if (env.RATE_LIMIT_PER_MINUTE === 0) return undefined;
  const sum = (counts.get(key) ?? 0) + amount;
  counts.set(key, sum, { noUpdateTTL: true });
  if (sum <= limit) return undefined;
  return Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000));
}

/** @returns how many seconds to wait if the minute's limit is exceeded */
const countAttempt = (what: "post" | "rendering", address: unknown) =>
  count(attempts, `${what} ${String(address)}`, 1, env.RATE_LIMIT_PER_MINUTE);

/** @returns how many seconds to wait if the hour's limit is exceeded */
export const countStored = (row: object, address: unknown) =>
  count(
    stored,
    String(address),
    Buffer.byteLength(JSON.stringify(row)),
    storedBytesPerHour,
  );

/**
 * Tells a form's action how many seconds the visitor has to wait. The site
 * removes it from every other request, so no visitor can forge it.
 */
export const retryAfterHeader = "x-kandi-retry-after";

/** Addresses over the limit for which a page is being rendered. */
const refusing = new Set<string>();

/**
 * Counts posts by the head alone. Over the limit, one answer an address at a
 * time keeps what was typed; rendering it costs more than storing a form. Every
 * other post gets an error page that is already rendered.
 */
export function limitPosts(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { method, headers } = request;
  delete headers[retryAfterHeader];
  if (method !== "POST") return next();
  const address = String(headers[addressHeader]);
  const retryAfter = countAttempt("post", address);
  if (retryAfter === undefined) return next();
  if (refusing.has(address)) {
    refuse(request, response, 429, retryAfter);
  } else {
    refusing.add(address);
    response.once("close", () => refusing.delete(address));
    headers[retryAfterHeader] = String(retryAfter);
  }
  next();
}

/**
 * Limits answers with a toast, most of which are rendered for one visitor. A
 * client can repeat its cookie: over the limit a page has no toast.
 */
export function limitToasts(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { method, url = "", headers } = request;
  const [path, ticket] = url.split("?");
  const isForScript = path === toastPath;
  const hasCost = isForScript || ticket || hasToast(headers);
  if (method === "POST" || !hasCost) return next();
  const retryAfter = countAttempt("rendering", headers[addressHeader]);
  if (retryAfter === undefined) return next();
  if (isForScript) refuse(request, response, 429, retryAfter);
  else {
    request.url = path;
    delete headers.cookie;
  }
  next();
}
