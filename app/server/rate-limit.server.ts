import { LRUCache } from "lru-cache";
import { env } from "~/server/env.server";

const minute = 60_000;

/**
 * How often an address did something, for a minute from the first time; bounded
 * in number, and gone when the minute is over, as the privacy policy says.
 */
const counts = new LRUCache<string, number>({
  max: 50_000,
  ttl: minute,
  ttlAutopurge: true,
});

/**
 * Counts a form's post, or a page that is rendered for one visitor alone, in
 * this process.
 *
 * @returns how many seconds to wait, where it was too often
 */
export function countAttempt(
  what: "post" | "rendering",
  address: unknown,
): number | undefined {
  if (env.RATE_LIMIT_PER_MINUTE === 0) return undefined;
  const key = `${what} ${String(address)}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count, { noUpdateTTL: true });
  if (count <= env.RATE_LIMIT_PER_MINUTE) return undefined;
  return Math.max(1, Math.ceil(counts.getRemainingTTL(key) / 1000));
}
