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

/**
 * Posts of one address that are answered at the same time. Even with a database
 * that never answers, these are as many as RATE_LIMIT_PER_MINUTE allows.
 */
const mostAtOnce = 10;

/** By address: how many posts are being answered. */
const inProgress = new Map<string, number>();

/**
 * Counts posts by the head alone. Rendering what was typed costs more than
 * storing it, so over the limit an address gets one such answer at a time, and
 * below it few. Every other post gets an error page that is already rendered.
 */
export function limitPosts(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { method, headers } = request;
  Reflect.deleteProperty(headers, retryAfterHeader);
  if (method !== "POST" || env.RATE_LIMIT_PER_MINUTE === 0) return next();
  const address = String(headers[addressHeader]);
  const retryAfter = countAttempt("post", address);
  const others = inProgress.get(address) ?? 0;
  if (others >= (retryAfter ? 1 : mostAtOnce)) {
    refuse(request, response, 429, retryAfter ?? 1);
    return next();
  }
  inProgress.set(address, others + 1);
  response.once("close", () => {
    const left = (inProgress.get(address) ?? 1) - 1;
    if (left > 0) inProgress.set(address, left);
    else inProgress.delete(address);
  });
  if (retryAfter) headers[retryAfterHeader] = String(retryAfter);
  // Whatever arrives in this turn of the event loop is counted first.
  setImmediate(next);
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
