import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";

/**
 * The header in which every request has its visitor's address. It is set before
 * anything reads it, so no visitor can set it.
 */
export const addressHeader = "x-kandi-client-address";

let isTold = false;

/** Puts the address where a route finds it, which remix-serve hands no socket. */
export function noteClientAddress(
  { headers, socket }: IncomingMessage,
  _response: ServerResponse,
  next: () => void,
): void {
  if (!env.CLIENT_IP_HEADER && headers["x-forwarded-for"] && !isTold) {
    isTold = true;
    log(
      "warn",
      "A proxy sends X-Forwarded-For and CLIENT_IP_HEADER is not set: all visitors share one rate limit",
    );
  }
  const named = env.CLIENT_IP_HEADER && headers[env.CLIENT_IP_HEADER];
  headers[addressHeader] = addressOf(String(named || socket.remoteAddress));
  next();
}

/**
 * Takes the last entry of a list, which the nearest proxy wrote, and the first
 * 64 bits of IPv6, which one customer has.
 */
export function addressOf(value: string): string {
  const entry = value.split(",").at(-1)?.trim().toLowerCase() ?? "";
  // Some proxies add the port.
  const last = entry
    .replace(/^\[(.+)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(last)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(last)) return last.slice(0, 64);
  const [head = "", tail] = last.split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(":").filter(Boolean);
    while (groups.length + after.length < 8) groups.push("0");
  }
  return groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":");
}
