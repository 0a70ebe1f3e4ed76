import { LRUCache } from "lru-cache";
import { clientAddress } from "~/server/client-address.server";
import { env } from "~/server/env.server";

const minute = 60_000;

/**
 * Posts by address, for a minute from the first; bounded in number, and gone
 * when the minute is over, as the privacy policy says.
 */
const posts = new LRUCache<string, number>({
  max: 50_000,
  ttl: minute,
  ttlAutopurge: true,
});

/**
 * Counts a form's post, in this process.
 *
 * @returns how many seconds to wait, where its address has posted too often
 */
export function countPost(request: Request): number | undefined {
  if (env.RATE_LIMIT_PER_MINUTE === 0) return undefined;
  const address = clientAddress(request);
  const count = (posts.get(address) ?? 0) + 1;
  posts.set(address, count, { noUpdateTTL: true });
  if (count <= env.RATE_LIMIT_PER_MINUTE) return undefined;
  return Math.max(1, Math.ceil(posts.getRemainingTTL(address) / 1000));
}
