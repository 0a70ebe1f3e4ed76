import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { pageAt } from "~/content/pages";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";
import { showErrorPage } from "~/server/middleware/decision.server";
import { readToast } from "~/server/toast.server";
import { currentVisit } from "~/server/visit.server";
import type { Visit } from "~/server/visit.server";

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

const attempts = counts(60_000);
const stored = counts(3_600_000);

/**
 * Bytes of text that one address may store in an hour: tens of thousands of
 * signups at a festival that shares an address.
 */
const storedBytesPerHour = 4 * 1024 * 1024;

/**
 * Adds to a key's count.
 *
 * @returns how many seconds to wait if the limit is exceeded
 */
function addTo(
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
const countAttempt = (what: "post" | "rendering", { address }: Visit) =>
  addTo(attempts, `${what} ${address}`, 1, env.RATE_LIMIT_PER_MINUTE);

/** @returns how many seconds to wait if the hour's limit is exceeded */
export const countStored = (row: object) =>
  addTo(
    stored,
    String(currentVisit()?.address),
    Buffer.byteLength(JSON.stringify(row)),
    storedBytesPerHour,
  );

/**
 * The addresses over the limit that have got a form back just now. Making such
 * an answer takes about 8 ms of a core.
 */
const answered = new LRUCache<string, true>({ max: 50_000, ttl: 100 });

/**
 * Counts posts by the head alone, before Remix reads the body. Rendering what was
 * typed costs more than storing it, so an address over the limit gets ten such
 * answers a second at most, and otherwise an error page that is already rendered.
 */
export function limitPosts(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  visit: Visit,
): void {
  if (request.method !== "POST") return next();
  visit.retryAfter = countAttempt("post", visit);
  if (visit.retryAfter === undefined) return next();
  if (!answered.has(visit.address)) answered.set(visit.address, true);
  else showErrorPage(request, response, 429, visit.retryAfter);
  next();
}

/**
 * Reads the toast that a page shows, and says that it was shown. Most pages with
 * a toast are rendered for one visitor, and a client can repeat its cookie: over
 * the limit a page has no toast.
 */
export function takeToast(
  { method, url = "", headers }: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  visit: Visit,
): void | Promise<void> {
  const [path = "", ticket] = url.split("?");
  const mayBring = ticket ?? headers.cookie;
  if (!mayBring || method === "POST" || !pageAt(path)) return next();
  return readToast(headers, url).then((flash) => {
    if (flash && countAttempt("rendering", visit) === undefined) {
      visit.flash = flash;
      const { shownCookie } = flash;
      if (shownCookie) response.setHeader("Set-Cookie", shownCookie);
    }
    next();
  });
}
