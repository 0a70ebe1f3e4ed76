import { expect as soon } from "playwright/test";
import type { Visitor as AuditedVisitor } from "two-modes-audit";
import { startSite } from "../support/servers/site";
import { startSupabase } from "../support/servers/supabase";
import type { TestSupabase } from "../support/servers/supabase";

/** For what waits for a site that a loaded machine runs slowly. */
export const expect = soon.configure({ timeout: 120_000 });

/** A site and its database, for one worker of the audit. */
export interface Stage {
  baseURL: string;
  supabase: TestSupabase;
  /** Releases the answers that the current visit holds. */
  release: () => void;
  close: () => Promise<void>;
}

/** Someone in a state, or on the way to it. */
export type Visitor = AuditedVisitor<Stage>;

/** Starts a built site on a database of its own. */
export async function startStage(): Promise<Stage> {
  const supabase = await startSupabase();
  const site = await startSite({
    ...supabase.env,
    RATE_LIMIT_PER_MINUTE: "0",
    // A form that is being sent stays that way while it is examined or heard.
    SUPABASE_TIMEOUT_MS: "120000",
  });
  const stage: Stage = {
    baseURL: site.url,
    supabase,
    release: () => {},
    close: async () => {
      stage.release();
      await site.stop();
      await supabase.stop();
    },
  };
  return stage;
}

const stages = new Map<string, Promise<Stage>>();

/** The site of a lane's flows, which starts with the first of them. */
export function stageOf(lane: string): Promise<Stage> {
  const stage = stages.get(lane) ?? startStage();
  stages.set(lane, stage);
  return stage;
}

export async function closeStages() {
  for (const stage of stages.values()) await (await stage).close();
}

/** Ends the last visit: the database does again what it should. */
export async function reset({ stage }: Visitor) {
  stage.release();
  stage.supabase.behave(async () => {});
}
