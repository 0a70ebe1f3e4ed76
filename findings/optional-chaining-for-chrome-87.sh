#!/usr/bin/env bash
# For the target chrome87, esbuild replaces every `?.` by comparisons with null, though
# Chrome understands it since version 80: it takes optional chaining for unsupported
# until 91, for the sake of one use: an argument that follows a spread one, as in
# `f?.(...a, b)` (https://github.com/evanw/esbuild/issues/1559).
#
# One would guess: what a browser's release notes list is left as it stands, and only the
# use that fails there is replaced.
#
# Seen with esbuild 0.25.12 on 2026-11-29: chrome87 and chrome90 replace all of it,
# chrome91 nothing, and `supported: { "optional-chain": true }` leaves it for chrome87.
# It matters where a script stands in each page: ours became 140 bytes shorter in gzip.
# That one use must then be kept out by a test.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund esbuild@0.25.12
cat > chain.mjs <<'JS'
import { transformSync, version } from "esbuild";

console.log(`esbuild ${version}`);
const build = (target, supported) => {
  const { code } = transformSync("self.found?.remove();", { target, supported });
  console.log(target, supported ?? "", code.trim());
  return code.includes("?.");
};
const kept = [
  build("chrome87"),
  build("chrome90"),
  build("chrome91"),
  build("chrome87", { "optional-chain": true }),
];
if (String(kept) !== "false,false,true,true") throw new Error("This has changed.");
JS
node chain.mjs
