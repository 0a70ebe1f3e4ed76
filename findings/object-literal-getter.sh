#!/usr/bin/env bash
# V8: an object literal with a getter that closes over a request survives minor garbage
# collections, with all that the request holds; an instance of a class with the same
# getter does not.
#
# One would guess: both die young alike, since nothing keeps either.
#
# Seen with Node 20.20.2, 22.23.5, 24.22.3 and 26.12.1 on 2026-11-28: a minor collection
# takes tens of milliseconds instead of one, and there are major ones at all.
# It matters for every server that makes a context for each request: a CPU profile only
# says "garbage collector".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
platform=$(node -p 'process.platform + "-" + process.arch')
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund "node-$platform@24.22.3"
cat > measure.mjs <<'JS'
import { PerformanceObserver, constants } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";

class Context {
  #request;
  constructor(request) {
    this.#request = request;
  }
  get length() {
    return this.#request.length;
  }
}
const makers = {
  literal: (request) => ({
    get length() {
      return request.length;
    },
  }),
  class: (request) => new Context(request),
};
const make = makers[process.argv[2]];
let [minor, major, milliseconds] = [0, 0, 0];
new PerformanceObserver((list) => {
  for (const { detail, duration } of list.getEntries()) {
    if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) major += 1;
    if (detail.kind !== constants.NODE_PERFORMANCE_GC_MINOR) continue;
    minor += 1;
    milliseconds += duration;
  }
}).observe({ entryTypes: ["gc"] });

globalThis.latest = undefined;
for (let turns = 0; turns < 200; turns++) {
  for (let i = 0; i < 1000; i++) {
    globalThis.latest = make({ head: Array(50).fill(i), length: i });
  }
  await turn();
}
await turn();
console.log(JSON.stringify({ minor, major, each: milliseconds / minor }));
JS
node=$(echo node_modules/node-*/bin/node)
"$node" --version
for how in literal class; do
  "$node" measure.mjs $how > "$how.json"
  echo "$how: $(cat $how.json)"
done
"$node" -e '
const { literal, class: own } = Object.fromEntries(["literal", "class"].map((how) =>
  [how, JSON.parse(require("node:fs").readFileSync(`${how}.json`, "utf8"))]));
if (literal.each > 4 * own.each && literal.major > own.major) process.exit(0);
console.error("The literal is collected like the class now.");
process.exit(1);'
