#!/usr/bin/env bash
# In Node, brotli at quality 9 takes more than ten times as long for a text of 42 kB in
# the default window (4 MiB) as in one of 64 KiB, which holds all of it, and the result
# is as long. At quality 5 both windows take the same time.
#
# One would guess: a window that is larger than the text costs nothing, and the quality
# alone decides the time.
#
# Seen with brotli 1.1.0 in Node 20.20.2 on 2026-11-28, on the first 42,000 bytes of
# react-dom 18.3.1's production file: 15.9 ms and 14,299 bytes, 1.2 ms and 14,302 bytes.
# It matters where answers are compressed as they are asked for, and where a benchmark
# compresses them by other parameters than the server: BROTLI_PARAM_LGWIN belongs beside
# BROTLI_PARAM_QUALITY.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund react-dom@18.3.1 react@18.3.1
cat > window.mjs <<'JS'
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const file = "node_modules/react-dom/cjs/react-dom.production.min.js";
const text = readFileSync(file).subarray(0, 42_000);
const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
const measure = (params) => {
  let [least, bytes] = [Infinity, 0];
  for (let times = 0; times < 30; times++) {
    const start = performance.now();
    bytes = brotliCompressSync(text, { params }).length;
    least = Math.min(least, performance.now() - start);
  }
  console.log(JSON.stringify(params), `${least.toFixed(2)} ms, ${bytes} bytes`);
  return least;
};
console.log(`Node ${process.version}, brotli ${process.versions.brotli}`);
const slow = measure({ [quality]: 9 });
const fast = measure({ [quality]: 9, [window]: 16 });
if (slow < 5 * fast) throw new Error("This has changed.");
const [lower, same] = [{ [quality]: 5 }, { [quality]: 5, [window]: 16 }].map(measure);
if (lower > 2 * same) throw new Error("This has changed.");
JS
node window.mjs
