import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { SendMailOptions } from "nodemailer";
import { productName } from "~/content/site";
import { mailOf } from "~/mail/messages.server";
import type { MailedForm, MailedRow } from "~/mail/messages.server";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";

const minute = 60_000;

/** Milliseconds before the second and the third try. */
const pauses = [2 * minute, 8 * minute];

/** Bounds memory. Further messages are stored, but not mailed. */
const mostWaiting = 100;

const waiting = new Set<Promise<void>>();

/** Ends the pauses between two tries. */
const noMoreTries = new AbortController();

/** Ends the mails in progress. */
const end = new AbortController();

/** A site without a mail server does not load nodemailer. */
const loadServer = () => import("~/mail/mail-server.server");
type Server = Awaited<ReturnType<typeof loadServer>>;

// Every waiting mail listens, and Node warns of more than ten listeners.
setMaxListeners(mostWaiting, noMoreTries.signal, end.signal);

let pool: ReturnType<Server["mailPool"]> | undefined;

const pauseFor = (milliseconds = 0) =>
  wait(milliseconds, null, { signal: noMoreTries.signal }).catch(() => {});

/** Mails a stored row to the team if SMTP_URL is set. */
export function mailToTeam(form: MailedForm, row: MailedRow): void {
  if (!env.SMTP_URL) return;
  if (waiting.size >= mostWaiting) {
    log("error", "Mail not sent", { reason: "too many mails wait" });
    return;
  }
  const sent = send(env.SMTP_URL, mailOf(form, row));
  waiting.add(sent);
  void sent.finally(() => waiting.delete(sent));
}

/**
 * Prepares for the exit: each mail in progress gets one try.
 *
 * @param milliseconds until the exit
 */
export async function finishMails(milliseconds: number): Promise<void> {
  noMoreTries.abort();
  const timer = setTimeout(() => end.abort(), milliseconds);
  await Promise.all(waiting);
  clearTimeout(timer);
  // An idle connection would keep the process alive.
  pool?.close();
}

async function send(url: URL, content: SendMailOptions): Promise<void> {
  const { mailPool, reasonOf, isTemporary } = await loadServer();
  pool ??= mailPool(url);
  const { MAIL_FROM: address = "", MAIL_TO: to = [] } = env;
  const mail = {
    ...content,
    from: { name: productName, address },
    to,
    // Further tries keep it, so a mail that was delivered twice can be recognized.
    messageId: `<${randomUUID()}@${address.split("@")[1]}>`,
    // Autoresponders leave such mail alone; they would write to the visitor.
    headers: { "Auto-Submitted": "auto-generated" },
    signal: end.signal,
  };
  for (const pause of [...pauses, undefined]) {
    try {
      const { rejected } = await pool.sendMail(mail);
      const count = rejected.length;
      if (count > 0) log("warn", "Mail refused for some of MAIL_TO", { count });
      return;
    } catch (error) {
      const isOver = () =>
        pause === undefined ||
        noMoreTries.signal.aborted ||
        !isTemporary(error);
      if (!isOver()) await pauseFor(pause);
      if (isOver()) {
        log("error", "Mail not sent", { reason: reasonOf(error) });
        return;
      }
    }
  }
}
