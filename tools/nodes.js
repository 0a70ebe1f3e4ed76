import { existsSync } from "node:fs";
import path from "node:path";

/** README.md names them, too. */
const supported = ["20.20", "22", "24", "26"];

/** The oldest and the newest release, unless NODES=all asks for every one. */
export const releases = supported.filter(
  (_, index) =>
    process.env.NODES === "all" || [0, supported.length - 1].includes(index),
);

/** A folder that Git ignores, and that `npm ci` empties. */
export const nodesFolder = path.resolve("node_modules/.cache/nodes");

/**
 * The binary that `node tools/install-nodes.js` has installed.
 *
 * @param {string} release
 * @returns {string | undefined} its path
 */
export function findNode(release) {
  const file = path.join(nodesFolder, `node_modules/${release}/bin/node`);
  return existsSync(file) ? file : undefined;
}
