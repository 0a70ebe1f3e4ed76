import { expect as soon } from "playwright/test";
import type { Visitor as AuditedVisitor } from "@kandi/auditor";
import { startSite } from "../support/fixtures/site";
import { startSupabase } from "../support/fixtures/supabase";
import type { TestSupabase } from "../support/fixtures/supabase";
import { scriptIsThere } from "../support/fixtures/test";

/** A loaded machine is slow, not wrong. */
export const expect = soon.configure({ timeout: 120_000 });

/** A site and its database, for one worker of the audit. */
export interface Stage {
  baseURL: string;
  supabase: TestSupabase;
  /** Resolves when the current visit ends. */
  over: Promise<void>;
  end: () => void;
  close: () => Promise<void>;
}

/** Someone in a state, or on the way to it. */
export type Visitor = AuditedVisitor<Stage>;

const attempts = 8;
const addressHeader = "X-Audit-Visitor";
const addressOf = (number: number) => `visitor-${process.pid}-${number}`;

/** Starts a built site on a database of its own. */
export async function startStage(
  settings: Record<string, string> = {
    // The limit counts each visitor separately.
    CLIENT_IP_HEADER: addressHeader,
    RATE_LIMIT_PER_MINUTE: String(attempts),
    // A form that is being sent stays that way while it is examined.
    SUPABASE_TIMEOUT_MS: "120000",
  },
): Promise<Stage> {
  const supabase = await startSupabase();
  const site = await startSite({ ...supabase.env, ...settings });
  const stage: Stage = {
    baseURL: site.url,
    supabase,
    over: Promise.resolve(),
    end: () => {},
    close: async () => {
      stage.end();
      await site.stop();
      await supabase.stop();
    },
  };
  return stage;
}

/** The visitor's own. All are equally long, because a bead is drawn for each letter. */
export const emailOf = ({ number }: Visitor) =>
  `a-visitor-with-a-long-address-${String(number).padStart(4, "0")}@example.com`;

/** A visitor's browser names itself to the site. */
export const contextOf = (number: number) => ({
  extraHTTPHeaders: { [addressHeader]: addressOf(number) },
});

/** Ends the last visit: the database does again what it should. */
export async function reset({ stage }: Visitor) {
  stage.supabase.behave(async () => {});
  stage.end();
  stage.over = new Promise((resolve) => (stage.end = resolve));
}

/** Waits until a page has loaded, and its script if it has one. */
export async function arrived({ page, mode }: Visitor) {
  if (mode === "javascript") await scriptIsThere(page);
}

/** Submits a form, and waits for the answer. */
export async function answerTo(
  visitor: Visitor,
  submission: () => Promise<void>,
) {
  const { page } = visitor;
  const answer = page.waitForEvent("requestfinished", {
    predicate: (request) => request.method() === "POST",
  });
  const failed = page.waitForEvent("requestfailed");
  await submission();
  const request = await Promise.race([answer, failed]);
  visitor.status = (await request.response())?.status();
  await expect(page.locator("button[aria-disabled]")).toHaveCount(0);
}

/** Posts until the limit is reached. */
export async function useUpAttempts({ stage, number }: Visitor) {
  for (let count = 0; count < attempts; count++)
    await fetch(stage.baseURL, {
      method: "POST",
      body: new URLSearchParams(),
      headers: { [addressHeader]: addressOf(number) },
    });
}
