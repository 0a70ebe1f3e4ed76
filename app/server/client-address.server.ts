import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
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
  if (!ipaddr.isValid(last)) return last.slice(0, 64);
  // An IPv4 address may stand in one of IPv6, in either notation.
  const address = ipaddr.process(last);
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")
    : address.toString();
}
