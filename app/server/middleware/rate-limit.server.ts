import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";
import { rewriteToErrorPage } from "~/server/middleware/decision.server";
import type { Middleware } from "~/server/middleware/middleware";

let hasWarned = false;

/** The visitor's address, by which posts are counted. */
function clientAddress({ headers, socket }: IncomingMessage): string {
  const name = env.CLIENT_IP_HEADER;
  const sent = name && headers[name];
  const isShared = name ? !sent : headers["x-forwarded-for"];
  if (isShared && !hasWarned) {
    hasWarned = true;
    const problem = name
      ? `A post came without ${name}, which CLIENT_IP_HEADER names`
      : "A proxy sends X-Forwarded-For and CLIENT_IP_HEADER is not set";
    log("warn", `${problem}: all visitors share one rate limit`);
  }
  return addressOf(String(sent || socket.remoteAddress));
}

/**
 * The nearest proxy writes the last entry of a list. One customer has a whole
 * IPv6 /64, so only its first 64 bits count.
 */
export function addressOf(value: string): string {
  const entry = value.split(",").at(-1)?.trim().toLowerCase() ?? "";
  // Some proxies add the port.
  const last = entry
    .replace(/^\[(.+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
  if (!ipaddr.isValid(last)) return last.slice(0, 64);
  // An IPv4 address may be mapped into IPv6, in either notation.
  const address = ipaddr.process(last);
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")
    : address.toString();
}

/** Seconds. The privacy policy says how long a count is kept. */
const period = 60;

/** The posts of each address in its current period, which begins with its first post. */
const counts = new LRUCache<string, number>({
  max: 50_000,
  ttl: period * 1000,
  ttlAutopurge: true,
});

/** Bytes. A post counts one more for each of these, which limits what is stored. */
const unit = 2048;

/**
 * Limits posts by the head alone, before Remix reads the body. An address over the
 * limit gets an error page, which is already rendered and says that a minute is long
 * enough to wait.
 */
export const limitPosts: Middleware = (request, response, next) => {
  const limit = env.RATE_LIMIT_PER_MINUTE;
  if (request.method !== "POST" || limit === 0) return next();
  const address = clientAddress(request);
  const count = counts.get(address) ?? 0;
  if (count < limit) {
    const length = Number(request.headers["content-length"] ?? 0);
    const cost = 1 + Math.floor(length / unit);
    counts.set(address, count + cost, { noUpdateTTL: true });
  } else {
    response.setHeader("Retry-After", period);
    rewriteToErrorPage(request, 429);
  }
  next();
};
