import { spawnSync } from "node:child_process";
import path from "node:path";
import { findNode, releases } from "./nodes.js";

// Runs a command on each installed Node: node tools/on-each-node.js npm test
const [, , command = "", ...parameters] = process.argv;

const failed = releases.filter((release) => {
  const folder = path.dirname(findNode(release) ?? "missing");
  const PATH = [folder, process.env.PATH].join(path.delimiter);
  // Tests that it runs start the site on the oldest and the newest, as always.
  const env = { ...process.env, PATH, NODES: undefined };
  const running = spawnSync("node", ["--version"], { env, encoding: "utf8" });
  console.log(`Node ${release} (${running.stdout.trim()})`);
  return (
    !running.stdout.startsWith(`v${release}.`) ||
    spawnSync(command, parameters, { env, stdio: "inherit" }).status !== 0
  );
});
for (const release of failed) console.error(`✘ Node ${release}`);
process.exitCode = failed.length;
