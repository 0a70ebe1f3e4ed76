import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { toastPath } from "~/forms/answer";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";
import { refuse } from "~/server/middleware/decision.server";
import { hasToast } from "~/server/toast.server";

/**
 * Contains the visitor's address. The site overwrites it in every request, so
 * no visitor can forge it.
 */
export const addressHeader = "x-kandi-client-address";

let hasWarned = false;

/** Puts the address in a header: remix-serve hands routes no socket. */
export function noteClientAddress(
  { headers, socket }: IncomingMessage,
  _response: ServerResponse,
  next: () => void,
): void {
  if (!env.CLIENT_IP_HEADER && headers["x-forwarded-for"] && !hasWarned) {
    hasWarned = true;
    log(
      "warn",
      "A proxy sends X-Forwarded-For and CLIENT_IP_HEADER is not set: all visitors share one rate limit",
    );
  }
  const sent = env.CLIENT_IP_HEADER && headers[env.CLIENT_IP_HEADER];
  headers[addressHeader] = addressOf(String(sent || socket.remoteAddress));
  next();
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
