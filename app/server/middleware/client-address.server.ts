import type { IncomingMessage, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";

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
