import { startStage } from "../visit";
import type { Stage } from "../visit";

const stages = new Map<string, Promise<Stage>>();

/** The site of a lane's flows, which starts with the first of them. */
export function stageOf(lane: string): Promise<Stage> {
  const stage =
    stages.get(lane) ??
    startStage({
      RATE_LIMIT_PER_MINUTE: "0",
      // An answer held until the wait is heard may take long.
      SUPABASE_TIMEOUT_MS: "60000",
    });
  stages.set(lane, stage);
  return stage;
}

export async function closeStages() {
  for (const stage of stages.values()) await (await stage).close();
}
