import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { addressHeader } from "~/server/client-address.server";
import { env } from "~/server/env.server";
import { hasToast } from "~/server/toast.server";

/**
 * Counts by address, from the first time on; bounded in number, and gone when the
 * time is over, as the privacy policy says.
 *
 * @param ttl milliseconds
 */
const counts = (ttl: number) =>
  new LRUCache<string, number>({ max: 50_000, ttl, ttlAutopurge: true });

const attempts = counts(60_000);
const stored = counts(3_600_000);

/**
 * Bytes of text that an address may have stored in an hour. At a festival, which
 * shares one address, that is tens of thousands of signups.
 */
const storedBytesPerHour = 4 * 1024 * 1024;

/** @returns how many seconds to wait, where it is too much */
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
 * Counts a form's post, or an answer that is rendered for one visitor alone, in
 * this process.
 *
 * @returns how many seconds to wait, where it was too often
 */
export const countAttempt = (what: "post" | "rendering", address: unknown) =>
  count(attempts, `${what} ${String(address)}`, 1, env.RATE_LIMIT_PER_MINUTE);

/**
 * Counts what is about to be stored.
 *
 * @returns how many seconds to wait, where it is too much for this hour
 */
export const countStored = (row: object, address: unknown) =>
  count(
    stored,
    String(address),
    Buffer.byteLength(JSON.stringify(row)),
    storedBytesPerHour,
  );

/**
 * Limits pages with a toast, which are rendered for one visitor alone. A cookie
 * can be sent again and again: beyond the limit the page comes without the toast.
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
