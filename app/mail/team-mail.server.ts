import { randomUUID } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import { productName } from "~/content/site";
import { mailServer, reasonOf } from "~/mail/mail-server.server";
import { contactMail, heldBackMail } from "~/mail/messages.server";
import type { ContactMessage, Mail } from "~/mail/messages.server";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";

const minute = 60_000;

/** Mails within an hour: so many are in memory at most, and one that counts. */
const mailsPerHour = 20;

/** Milliseconds before the second and the third try. */
const pauses = [2 * minute, 8 * minute];

/** Milliseconds for one try, however slowly the server answers. */
const tryTimeoutMs = 30_000;

/** Mails begun within the last hour. */
let begun = 0;

/** Messages without a mail, since the limit was met. */
let heldBack = 0;

/** Mails that wait for their next try. */
const waiting = new Set<NodeJS.Timeout>();

/** The end of the last try: mail servers limit the connections of one client. */
let lastTry: Promise<unknown> = Promise.resolve();

let currentTry = new AbortController();

/** When the process has to end, by performance.now(). */
let endsAt = Infinity;

/** Tells the team of a stored message, where a mail server is set. */
export function mailToTeam(message: ContactMessage): void {
  if (!env.SMTP_URL) return;
  // The limit holds until the last of its mails is an hour old.
  if (heldBack > 0 || begun === mailsPerHour) heldBack += 1;
  else begin(contactMail(message));
}

/**
 * Ends with the process: each mail that is under way or new has one try.
 *
 * @param milliseconds that are left
 */
export function finishMails(milliseconds: number): void {
  endsAt = performance.now() + milliseconds;
  setTimeout(() => currentTry.abort(), milliseconds).unref();
  if (heldBack > 0) sendCount();
  for (const timer of waiting) clearTimeout(timer);
  const count = waiting.size;
  if (count > 0) log("error", "Mails not sent: the site ends", { count });
}

function begin(mail: Mail): void {
  begun += 1;
  setTimeout(() => {
    begun -= 1;
    if (begun === 0 && heldBack > 0) sendCount();
  }, 60 * minute).unref();
  // A server that took a mail and did not say so gets it again by the same name.
  const messageId = `<${randomUUID()}@${env.MAIL_FROM?.split("@")[1]}>`;
  void tryToSend({ ...mail, messageId }, pauses);
}

function sendCount(): void {
  begin(heldBackMail(heldBack));
  heldBack = 0;
}

async function tryToSend(mail: SendMailOptions, [pause, ...later]: number[]) {
  const sent = lastTry.then(() => send(mail));
  lastTry = sent.catch(() => {});
  try {
    await sent;
  } catch (error) {
    if (pause === undefined || endsAt < Infinity) {
      log("error", "Mail not sent", { reason: reasonOf(error) });
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void tryToSend(mail, later);
    }, pause);
    waiting.add(timer);
  }
}

async function send(mail: SendMailOptions): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: address = "", MAIL_TO: to = [] } = env;
  if (!url) return;
  const abort = (currentTry = new AbortController());
  const left = Math.min(tryTimeoutMs, endsAt - performance.now());
  const timer = setTimeout(() => abort.abort(), left);
  try {
    const { rejected } = await mailServer(url).sendMail({
      ...mail,
      from: { name: productName, address },
      to,
      // Programs that answer mails do not answer this one, to the visitor.
      headers: { "Auto-Submitted": "auto-generated" },
      signal: abort.signal,
    });
    const count = rejected.length;
    if (count > 0) log("warn", "Mail refused for some of MAIL_TO", { count });
  } finally {
    clearTimeout(timer);
  }
}
