import { joined } from "./lists";
import type { Log } from "./log";
import { missingOf } from "./programs";
import type { Flow, FlowRun } from "./site";

/** A flow's name in the log, which `-g` matches. */
export const titleOf = ({ program, mode, name }: Flow | FlowRun) =>
  joined([program, mode, name]);

/** Follows a flow in another program, and logs its result. */
export async function follow(log: Log, flow: Flow) {
  const { program, mode, name, needs, again = 0 } = flow;
  const run = { program, mode, name, problems: 0 };
  const title = titleOf(flow);
  const missing = missingOf(needs);
  if (missing.length > 0) {
    const skipped = `not installed: ${missing.join(", ")}`;
    log.flows.push({ ...run, attempts: 0, skipped });
    if (process.env.CI)
      log.fail(skipped, { name: "ProgramMissing", state: title });
    else log.say(`– ${title}: skipped: ${skipped}`);
    return;
  }
  const start = performance.now();
  for (let attempts = 1; ; attempts++) {
    try {
      const { problems, ...outcome } = await flow.follow();
      const words = problems.map(({ help }) => help);
      if (words.length > 0 && attempts <= again) {
        log.say(`↻ ${title}: ${words.join(" ")}`);
        continue;
      }
      await log.report(problems, { state: name, program, mode });
      log.flows.push({ ...run, ...outcome, problems: words.length, attempts });
      const which = attempts > 1 ? `, at attempt ${attempts}` : "";
      log.end(!words[0], title + which, start);
      if (words[0])
        log.say([...words, ...(outcome.transcript ?? [])].join("\n  "));
      return;
    } catch (error) {
      if (attempts <= again) continue;
      log.flows.push({ ...run, attempts });
      return log.fail(error, { name: "FlowBroken", state: title });
    }
  }
}
