import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import type { NodemailerError, SendMailOptions } from "nodemailer";
import { connectTo } from "~/mail/mail-connection.server";
import { isThisMachine } from "~/server/this-machine.server";

const minute = 60_000;

/**
 * Passwords and messages leave this machine only over TLS, with a certificate
 * that Node trusts. A connection within this machine needs no TLS, so any
 * certificate will do: nobody can verify the one that Debian makes for Postfix
 * and Exim.
 */
function settingsOf(url: URL, from = "") {
  // Node keeps the host as it is encoded where it does not know the scheme.
  const named = decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "");
  const host = domainToASCII(named) || named;
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  // A server on port 465 would wait for TLS, and the site for its greeting.
  const secure = url.protocol === "smtps:" || url.port === "465";
  const port = Number(url.port) || (secure ? 465 : 587);
  const isLocal = isThisMachine(host);
  return {
    // Servers refuse an address of a local network in EHLO.
    name: domainToASCII(from.slice(from.lastIndexOf("@") + 1)) || undefined,
    host,
    port,
    secure,
    getSocket: connectTo(host, port),
    requireTLS: !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    ...(user && { auth: { user, pass }, forceAuth: true }),
    // RFC 5321, 4.5.3.2: a server may take five minutes to greet, and ten to scan a
    // mail. If the site hung up earlier, Postfix would deliver each try, and Exim
    // none.
    greetingTimeout: 5 * minute,
    socketTimeout: 10 * minute,
    // nodemailer counts connecting, the greeting and STARTTLS together.
    connectionTimeout: 11 * minute,
    // A server that does not hang up must not keep the process alive.
    socketCloseTimeout: 200,
  };
}

/**
 * A connection for the doctor, whose reader waits for its answer.
 *
 * @param url SMTP_URL from the checked environment
 * @param from the sender's address, whose domain greets the server
 */
export const mailServer = (url: URL, from?: string) =>
  createTransport({
    ...settingsOf(url, from),
    greetingTimeout: minute,
    socketTimeout: minute,
  });

/** Sends one mail after the other, and keeps no connection for longer. */
export const mailPool = (url: URL, from?: string) =>
  createTransport({
    ...settingsOf(url, from),
    pool: true,
    maxConnections: 1,
    idleTimeout: minute / 3,
    // For a connection that the server has closed meanwhile. A server that closes
    // each without a word is told of after the second.
    maxRequeues: 1,
  });

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

/**
 * Node's and OpenSSL's codes for a certificate that is not trusted, and for a
 * server that speaks no TLS. Those of the system have no underscore.
 */
const tlsCode = /^(?:ERR_(?:SSL|TLS)|(?!ERR_)[A-Z]+)_/;

/** Whether the server may take the mail later, as with greylisting. */
const isTemporary = ({ responseCode = 400, originalCode }: NodemailerError) =>
  responseCode < 500 && !tlsCode.test(String(originalCode));

interface Accepted {
  accepted: unknown[];
  rejectedErrors?: NodemailerError[];
}

/**
 * Tries once to send a mail to some of its recipients.
 *
 * @returns how many it was taken and refused for, those who may get it later, and
 *   the reason if there is anyone whom it was not taken for
 */
export async function tryToSend(
  pool: ReturnType<typeof mailPool>,
  mail: SendMailOptions & { from: { address: string } },
  recipients: string[],
) {
  const envelope = { from: mail.from.address, to: recipients };
  const { accepted, errors } = await pool.sendMail({ ...mail, envelope }).then(
    ({ accepted, rejectedErrors = [] }: Accepted) => ({
      accepted,
      errors: rejectedErrors,
    }),
    (error: NodemailerError) => ({
      accepted: [],
      errors: error.rejectedErrors ?? recipients.map(() => error),
    }),
  );
  const temporary = errors.filter(isTemporary);
  const [error] = [...temporary, ...errors];
  // An error of all recipients names none.
  const later = temporary.flatMap(({ recipient }) => recipient ?? recipients);
  return {
    taken: accepted.length,
    refused: errors.length - temporary.length,
    later: [...new Set(later)],
    reason: error && mailFailureReason(error),
  };
}
