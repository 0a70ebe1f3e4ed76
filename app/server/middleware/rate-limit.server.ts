import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { addressHeader } from "~/server/middleware/client-address.server";
import { env } from "~/server/env.server";
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

/**
 * Counts a post or a page that is rendered for one visitor, in this process.
 *
 * @returns how many seconds to wait if the limit is exceeded
 */
export const countAttempt = (what: "post" | "rendering", address: unknown) =>
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
 * Limits pages with a toast, which are rendered for one visitor. A client can
 * repeat its cookie: over the limit the page has no toast.
 */
export function limitToasts(
  request: IncomingMessage,
  _response: ServerResponse,
  next: () => void,
): void {
  const { method, url = "", headers } = request;
  const [path, ticket] = url.split("?");
  const isRendered = method !== "POST" && (ticket || hasToast(headers));
  if (isRendered && countAttempt("rendering", headers[addressHeader])) {
    request.url = path;
    delete headers.cookie;
  }
  next();
}
