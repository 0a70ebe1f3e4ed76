import { randomUUID } from "node:crypto";
import type { SendMailOptions } from "nodemailer";
import { productName } from "~/content/site";
import { mailServer, reasonOf } from "~/mail/mail-server.server";
import { contactMail, unmailedCountMail } from "~/mail/messages.server";
import type { ContactMessage, Mail } from "~/mail/messages.server";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";

const minute = 60_000;

/** Also bounds memory. One more mail counts the messages beyond it. */
const mailsPerHour = 20;

/** Milliseconds before the second and the third try. */
const pauses = [2 * minute, 8 * minute];

/** Limits a whole try, however slowly the server answers. */
const tryTimeoutMs = 30_000;

let mailsInLastHour = 0;

/** Messages without a mail since the limit was reached. */
let unmailed = 0;

/** Timers of mails that will be retried. */
const retries = new Set<NodeJS.Timeout>();

/** Tries run one by one: mail servers limit the connections of a client. */
let lastTry: Promise<unknown> = Promise.resolve();

let currentTry = new AbortController();

/** When the process has to exit, by performance.now(). */
let endsAt = Infinity;

/** Mails a stored message to the team if SMTP_URL is set. */
export function mailToTeam(message: ContactMessage): void {
  if (!env.SMTP_URL) return;
  // Once reached, the limit holds until every mail is an hour old.
  if (unmailed > 0 || mailsInLastHour === mailsPerHour) unmailed += 1;
  else queue(contactMail(message));
}

/**
 * Prepares for the exit: each mail in progress or new gets one try.
 *
 * @param milliseconds until the exit
 */
export function finishMails(milliseconds: number): void {
  endsAt = performance.now() + milliseconds;
  setTimeout(() => currentTry.abort(), milliseconds).unref();
  if (unmailed > 0) sendCount();
  for (const timer of retries) clearTimeout(timer);
  const count = retries.size;
  if (count > 0)
    log("error", "Mails not sent: the site is shutting down", { count });
}

function queue(mail: Mail): void {
  mailsInLastHour += 1;
  setTimeout(() => {
    mailsInLastHour -= 1;
    if (mailsInLastHour === 0 && unmailed > 0) sendCount();
  }, 60 * minute).unref();
  // Retries keep the id, so a mail that was delivered twice can be recognized.
  const messageId = `<${randomUUID()}@${env.MAIL_FROM?.split("@")[1]}>`;
  void tryToSend({ ...mail, messageId }, pauses);
}

function sendCount(): void {
  queue(unmailedCountMail(unmailed));
  unmailed = 0;
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
      retries.delete(timer);
      void tryToSend(mail, later);
    }, pause);
    retries.add(timer);
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
      // Autoresponders leave such mail alone; they would write to the visitor.
      headers: { "Auto-Submitted": "auto-generated" },
      signal: abort.signal,
    });
    const count = rejected.length;
    if (count > 0) log("warn", "Mail refused for some of MAIL_TO", { count });
  } finally {
    clearTimeout(timer);
  }
}
