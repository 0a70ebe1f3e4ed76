import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { maximumText } from "~/forms/parse.server";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";
import { rewriteToErrorPage } from "~/server/middleware/decision.server";
import type { RequestContext } from "~/server/request-context.server";

let hasWarned = false;

/** The visitor's address, by which posts are counted. */
export function clientAddress({ headers, socket }: IncomingMessage): string {
  if (!env.CLIENT_IP_HEADER && headers["x-forwarded-for"] && !hasWarned) {
    hasWarned = true;
    log(
      "warn",
      "A proxy sends X-Forwarded-For and CLIENT_IP_HEADER is not set: all visitors share one rate limit",
    );
  }
  const sent = env.CLIENT_IP_HEADER && headers[env.CLIENT_IP_HEADER];
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

/**
 * Keeps a limited number of counts by address, each for `ttl` milliseconds from
 * its first use, as the privacy policy promises.
 */
const counts = (ttl: number) =>
  new LRUCache<string, number>({ max: 50_000, ttl, ttlAutopurge: true });

const perMinute = counts(60_000);
const bytesPerHour = counts(3_600_000);

/**
 * Bytes of forms that one address may send in an hour, which also limits what it
 * stores: tens of thousands of signups at a festival that shares an address.
 */
const maximumPerHour = 4 * 1024 * 1024;

/** @returns how many seconds to wait if the limit is exceeded */
function secondsOver(
  counter: LRUCache<string, number>,
  key: string,
  limit: number,
): number | undefined {
  if ((counter.get(key) ?? 0) <= limit) return undefined;
  return Math.max(1, Math.ceil(counter.getRemainingTTL(key) / 1000));
}

function add(counter: LRUCache<string, number>, key: string, amount: number) {
  if (env.RATE_LIMIT_PER_MINUTE === 0) return;
  counter.set(key, (counter.get(key) ?? 0) + amount, { noUpdateTTL: true });
}

/** @returns how many seconds to wait if the minute's limit is exceeded */
export function countAttempt(
  what: "post" | "rendering",
  address: string,
): number | undefined {
  const key = `${what} ${address}`;
  add(perMinute, key, 1);
  return secondsOver(perMinute, key, env.RATE_LIMIT_PER_MINUTE);
}

/**
 * Limits posts by the head alone, before Remix reads the body. An address over a
 * limit gets an error page, which is already rendered.
 */
export function limitPosts(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  { address }: RequestContext,
): void {
  if (request.method !== "POST") return next();
  const seconds =
    countAttempt("post", address) ??
    secondsOver(bytesPerHour, address, maximumPerHour);
  if (seconds === undefined) {
    const length = Number(request.headers["content-length"] ?? 0);
    // Capped at the longest form: a client could announce large bodies, and use up
    // an hour that others share.
    add(bytesPerHour, address, Math.min(length, maximumText));
  } else {
    response.setHeader("Retry-After", seconds);
    rewriteToErrorPage(request, response, 429);
  }
  next();
}
