import { createTransport } from "nodemailer";
import type { NodemailerError } from "nodemailer";

/**
 * Makes nodemailer's transport. Passwords and messages leave this machine only
 * over TLS, with a certificate that Node trusts.
 *
 * @param url SMTP_URL from the checked environment
 */
export function mailServer(url: URL) {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  return createTransport({
    host,
    // Undefined: 587, or 465 for smtps.
    port: Number(url.port) || undefined,
    secure: url.protocol === "smtps:",
    requireTLS: !/^(localhost|127\.[\d.]+|::1)$/i.test(host),
    ...(user && { auth: { user, pass }, forceAuth: true }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A server that does not hang up must not keep the process alive.
    socketCloseTimeout: 200,
  });
}

/** Never contains the server's own words, which may quote the mail. */
export function reasonOf(error: unknown): string {
  const { code, originalCode, command, responseCode } =
    error as NodemailerError;
  if (code === "EABORT") return "no answer in time";
  const what = responseCode
    ? `refused with ${responseCode}`
    : `failed with ${originalCode ?? code}`;
  return command ? `${what} at ${command}` : what;
}
