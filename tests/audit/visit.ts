import { expect as soon } from "playwright/test";
import type { Page } from "playwright/test";
import type { Visitor } from "@kandi/auditor";
import { startSite } from "../support/fixtures/site";
import { startSupabase } from "../support/fixtures/supabase";
import type { TestSupabase } from "../support/fixtures/supabase";
import { newAddress, scriptIsThere } from "../support/fixtures/test";

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

/** One visitor on one page, with what it takes to reach a state. */
export interface Visit {
  page: Page;
  supabase: TestSupabase;
  /** The visitor's own. */
  email: string;
  /** The status of the last answer to a submission. */
  status: number | undefined;
  /** Waits until a page has loaded, and its script if it has one. */
  arrived: () => Promise<void>;
  /** Submits a form, and waits for the answer. */
  answerTo: (submission: () => Promise<void>) => Promise<void>;
  /** Posts until the limit is reached. */
  useUpAttempts: () => Promise<void>;
  /** Resolves when the visit ends. */
  over: Promise<void>;
}

const visits = new WeakMap<Page, Visit>();

/** A visitor's browser names itself to the site. */
export const contextOf = (number: number) => ({
  extraHTTPHeaders: { [addressHeader]: addressOf(number) },
});

/** Ends the last visit: the database does again what it should. */
export async function reset({ stage }: Pick<Visitor<Stage>, "stage">) {
  stage.supabase.behave(async () => {});
  stage.end();
  stage.over = new Promise((resolve) => (stage.end = resolve));
}

/** The visit of a visitor, who has just opened a page or is in a state. */
export function visitOf({ page, mode, stage, number, status }: Visitor<Stage>) {
  const known = visits.get(page);
  if (known) return known;
  const { supabase, over } = stage;
  const visit: Visit = {
    page,
    supabase,
    over,
    status,
    email: newAddress(),
    arrived: async () => {
      if (mode === "javascript") await scriptIsThere(page);
    },
    answerTo: async (submission) => {
      const answer = page.waitForEvent("requestfinished", {
        predicate: (request) => request.method() === "POST",
      });
      const failed = page.waitForEvent("requestfailed");
      await submission();
      const request = await Promise.race([answer, failed]);
      visit.status = (await request.response())?.status();
      await expect(page.locator("button[aria-disabled]")).toHaveCount(0);
    },
    useUpAttempts: async () => {
      for (let count = 0; count < attempts; count++) {
        await fetch(stage.baseURL, {
          method: "POST",
          body: new URLSearchParams(),
          headers: { [addressHeader]: addressOf(number) },
        });
      }
    },
  };
  visits.set(page, visit);
  return visit;
}
