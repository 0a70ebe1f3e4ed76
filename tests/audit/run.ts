import { parseArgs } from "node:util";
import { exitStatus, run } from "two-modes-audit";
import makeRunFolder from "#supabase/testing/run-folder";
import { site } from "./site";
import { closeStages } from "./visit";

// `npm run audit`, or a part of it: `npm run audit -- -g "/contact"`.
const { grep } = parseArgs({
  options: { grep: { type: "string", short: "g" } },
}).values;
// Each site and browser waits for the end of this process.
process.setMaxListeners(50);
await makeRunFolder();
// Every finding counts here, including those that no criterion requires.
const report = await run(site, { level: "advice", grep });
await closeStages();
// Node 20 waits in a loop, without end, for handles of programs that have ended.
process.exit(exitStatus(report));
