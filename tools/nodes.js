import { existsSync } from "node:fs";
import path from "node:path";

/** README.md names them, too. */
const supported = ["20.20", "22", "24", "26"];

/** NODES chooses among them; otherwise they are the oldest and the newest. */
export const releases =
  {
    all: supported,
    newest: supported.slice(-1),
  }[process.env.NODES ?? ""] ?? [supported[0], supported.at(-1)].map(String);

/** A folder that Git ignores, and that `npm ci` empties. */
export const nodesFolder = path.resolve("node_modules/.cache/nodes");

/**
 * The place in which `node tools/install-nodes.js` puts a release's binary.
 *
 * @param {string} release
 */
export const installPath = (release) =>
  path.join(nodesFolder, `node_modules/${release}/bin/node`);

/**
 * The binary of a release: the one that runs this, or what
 * `node tools/install-nodes.js` has installed.
 *
 * @param {string} release
 * @returns {string | undefined} its path
 */
export function findNode(release) {
  if (process.version.startsWith(`v${release}.`)) return process.execPath;
  const file = installPath(release);
  return existsSync(file) ? file : undefined;
}
