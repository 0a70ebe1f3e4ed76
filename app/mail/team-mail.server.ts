import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { productName } from "~/content/constants";
import type { FormDefinition, Row } from "~/forms/definition";
import { mailOf, summaryOf } from "~/mail/messages.server";
import type { Mail } from "~/mail/messages.server";
import { env } from "~/server/env.server";
import { log } from "~/server/log.server";

const minute = 60_000;

/** Milliseconds before the second and the third try. */
const pauses = [2 * minute, 8 * minute];

/** In ten minutes. Further messages are counted, and summaries tell of them. */
const mostMails = 10;

/** A server that hangs must not collect mails without end in this process. */
const mostWaiting = 2 * mostMails;

/** When the latest messages were mailed, in milliseconds. */
let mailedAt: number[] = [];

/** Messages that no mail has told of yet. */
let unreportedCount = 0;

/** Summaries are half an hour apart. */
let nextSummary = 0;

const waiting = new Set<Promise<void>>();

/** Ends the pauses between two tries. */
const stopRetrying = new AbortController();

/** Ends the mails in progress. */
const stopSending = new AbortController();

/** A site without a mail server does not load nodemailer. */
const loadServer = () => import("~/mail/mail-server.server");
type Server = Awaited<ReturnType<typeof loadServer>>;

// Every waiting mail listens, and Node warns of more than ten listeners.
setMaxListeners(0, stopRetrying.signal, stopSending.signal);

let pool: ReturnType<Server["mailPool"]> | undefined;

/** @returns false if the process ends meanwhile */
const pauseFor = (milliseconds: number) =>
  wait(milliseconds, true, { signal: stopRetrying.signal }).catch(() => false);

/** Mails a stored row to the team, or counts it, if SMTP_URL is set. */
export function mailToTeam(form: FormDefinition, row: Row): void {
  if (!env.SMTP_URL) return;
  const now = performance.now();
  mailedAt = mailedAt.filter((time) => time > now - 10 * minute);
  if (mailedAt.length >= mostMails || waiting.size >= mostWaiting)
    return countUnreported(env.SMTP_URL, 1);
  mailedAt.push(now);
  track(sendOrCount(env.SMTP_URL, mailOf(form, row), 1));
}

/** The next summary tells of these messages. */
function countUnreported(url: URL, count: number): void {
  const isExpected = unreportedCount > 0;
  unreportedCount += count;
  if (!isExpected) track(summarize(url));
}

/** @param count of the messages that the mail tells of */
async function sendOrCount(url: URL, mail: Mail, count: number) {
  const isSent = await sendMail(url, mail);
  if (!isSent && !stopRetrying.signal.aborted) countUnreported(url, count);
}

function track(sent: Promise<void>): void {
  waiting.add(sent);
  void sent.finally(() => waiting.delete(sent));
}

async function summarize(url: URL): Promise<void> {
  // The first summary waits for the rest of the burst.
  await pauseFor(Math.max(minute, nextSummary - performance.now()));
  nextSummary = performance.now() + 30 * minute;
  const count = unreportedCount;
  unreportedCount = 0;
  await sendOrCount(url, summaryOf(count), count);
}

/**
 * Prepares for the exit: each mail in progress gets one try, and so does a
 * summary of the messages that are only counted.
 *
 * @param milliseconds until the exit
 */
export async function finishMails(milliseconds: number): Promise<void> {
  stopRetrying.abort();
  const timer = setTimeout(() => stopSending.abort(), milliseconds);
  await Promise.all(waiting);
  clearTimeout(timer);
  // An idle connection would keep the process alive.
  pool?.close();
}

/** @returns whether anyone in the team gets the mail */
async function sendMail(url: URL, content: Mail): Promise<boolean> {
  const { mailPool, tryToSend } = await loadServer();
  const { MAIL_FROM: from = { address: "" }, MAIL_TO: to = [] } = env;
  pool ??= mailPool(url, from.address);
  const mail = {
    ...content,
    from: { name: productName, ...from },
    to,
    // Further tries keep both, so a mail that was delivered twice can be recognized.
    messageId: `<${randomUUID()}@${from.address.split("@")[1]}>`,
    date: new Date(),
    signal: stopSending.signal,
  };
  let missing = to;
  let [taken, refused] = [0, 0];
  let reason: string | undefined;
  for (const pause of [...pauses, 0]) {
    const result = await tryToSend(pool, mail, missing);
    missing = result.later;
    reason = result.reason;
    taken += result.taken;
    refused += result.refused;
    if (missing.length === 0 || pause === 0) break;
    if (pause === pauses[0] && !stopRetrying.signal.aborted)
      log("warn", "Mail not sent yet, will be tried again", { reason });
    if (!(await pauseFor(pause))) break;
  }
  const count = missing.length + refused;
  if (taken === 0) log("error", "Mail not sent", { reason });
  else if (count > 0)
    log("warn", "Mail refused for some of MAIL_TO", { count });
  return taken > 0;
}
