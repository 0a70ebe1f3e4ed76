import { readFileSync } from "node:fs";

// Ends with one line on a Node that the site does not run on. An older Node
// would end with a stack trace, so this file needs nothing that one lacks.
const file = new URL("../../package.json", import.meta.url);
/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(file, "utf8"));
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

const isSupported = engines.node.split(" || ").some((range) => {
  const [first = 0, second = 0] = (range.match(/\d+/g) ?? []).map(Number);
  if (major === first) return minor >= second;
  return range.startsWith(">=") && major > first;
});

if (!isSupported) {
  console.error(
    `The site does not run on Node ${process.versions.node} (${process.execPath}); it needs ${engines.node}.`,
  );
  process.exit(1);
}
