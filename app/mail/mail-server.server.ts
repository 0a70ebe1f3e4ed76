import { isIPv4 } from "node:net";
import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import type { NodemailerError } from "nodemailer";

/**
 * Passwords and messages leave this machine only over TLS, with a certificate
 * that Node trusts.
 */
function settingsOf(url: URL, from = "") {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const isThisMachine =
    ["localhost", "::1"].includes(host) ||
    (isIPv4(host) && host.startsWith("127."));
  return {
    // Servers refuse an address of a local network in EHLO.
    name: domainToASCII(from.slice(from.lastIndexOf("@") + 1)) || undefined,
    host,
    // Undefined: 587, or 465 for smtps.
    port: Number(url.port) || undefined,
    secure: url.protocol === "smtps:",
    requireTLS: !isThisMachine,
    tls: { rejectUnauthorized: true },
    ...(user && { auth: { user, pass }, forceAuth: true }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A server that does not hang up must not keep the process alive.
    socketCloseTimeout: 200,
  };
}

/**
 * @param url SMTP_URL from the checked environment
 * @param from the sender's address, whose domain greets the server
 */
export const mailServer = (url: URL, from?: string) =>
  createTransport(settingsOf(url, from));

/** Sends one mail after the other. */
export const mailPool = (url: URL, from?: string) =>
  createTransport({ ...settingsOf(url, from), pool: true, maxConnections: 1 });

/** Never contains the server's own words, which may quote the mail. */
export function mailFailureReason(error: unknown): string {
  const { code, originalCode, command, responseCode } =
    error as NodemailerError;
  if (code === "EABORT") return "no answer in time";
  const what = responseCode
    ? `refused with ${responseCode}`
    : `failed with ${originalCode ?? code}`;
  return command ? `${what} at ${command}` : what;
}

/** Whether the server may take the mail later, as with greylisting. */
export const isTemporary = (error: unknown): boolean =>
  ((error as NodemailerError).responseCode ?? 400) < 500;
