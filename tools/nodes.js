import { existsSync } from "node:fs";
import path from "node:path";

/** The releases of Node that the site is tested on; README.md names them, too. */
export const releases = ["20.20", "22", "24", "26"];

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
