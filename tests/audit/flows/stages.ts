import { startOrca } from "@kandi/auditor";
import { startStage } from "../visit";
import type { Stage } from "../visit";

type Orca = Awaited<ReturnType<typeof startOrca>>;

const stages = new Map<string, Promise<Stage>>();
const orcas = new Map<string, Promise<Orca>>();

/** The site of a lane's flows, which starts with the first of them. */
export function stageOf(lane: string): Promise<Stage> {
  const stage = stages.get(lane) ?? startStage({ RATE_LIMIT_PER_MINUTE: "0" });
  stages.set(lane, stage);
  return stage;
}

/** The lane's Orca, which each flow uses that follows one without a problem. */
export function orcaOf(lane: string): Promise<Orca> {
  const orca = orcas.get(lane) ?? startOrca();
  orcas.set(lane, orca);
  return orca;
}

export async function endOrca(lane: string) {
  const orca = orcas.get(lane);
  orcas.delete(lane);
  await (await orca)?.stop();
}

export async function closeStages() {
  for (const lane of orcas.keys()) await endOrca(lane);
  for (const stage of stages.values()) await (await stage).close();
}
