import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { installPath, nodesFolder, releases } from "./nodes.js";

// The npm package `node` fetches one of these in an install script, which npm
// may refuse to run.
const name = `node-${process.platform}-${process.arch}`;
const missing = releases.filter((release) => !existsSync(installPath(release)));

if (missing.length > 0) {
  mkdirSync(nodesFolder, { recursive: true });
  const aliases = missing.map((release) => `${release}@npm:${name}@${release}`);
  const { status } = spawnSync(
    "npm",
    ["install", "--prefix", nodesFolder, "--no-package-lock", ...aliases],
    { stdio: "inherit" },
  );
  process.exit(status ?? 1);
}
