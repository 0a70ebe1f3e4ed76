#!/usr/bin/env bash
# In Chromium, the first `control.labels` of each control after any change of the page
# looks through the whole page. A loop over all controls takes the square of their
# number: 8,000 labelled checkboxes take seconds. One pass over the labels that reads
# each `label.control` gives the same pairs in milliseconds.
#
# One would guess: the browser keeps an index of labels, as it does for ids, and both
# directions cost the same.
#
# Seen with Chromium 156.0.8078.108 by playwright-core 1.65.1 on Node 20.20.2 on
# 2026-11-28: 4,000 checkboxes 1,540 ms and 4 ms, 8,000 checkboxes 7,390 ms and 23 ms.
# It matters for tools that name every field of a page, such as accessibility checkers
# and form fillers, and for pages with large tables of checkboxes.
#
# It needs a Chromium on the PATH, or its path in CHROMIUM_PATH.
set -euo pipefail
chromium=${CHROMIUM_PATH:-$(command -v chromium || command -v google-chrome)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund playwright-core@1.65.1
cat > labels.mjs <<'JS'
import { chromium } from "playwright-core";

const browser = await chromium.launch({ executablePath: process.argv[2] });
const page = await browser.newPage();
/** Pairs labels with controls in two ways, and returns the milliseconds of each. */
function pair() {
  let start = performance.now();
  const lap = () => -start + (start = performance.now());
  let pairs = 0;
  for (const control of document.querySelectorAll("input"))
    pairs += control.labels.length;
  const byControl = lap();
  for (const label of document.querySelectorAll("label"))
    if (label.control) pairs--;
  return { byControl, byLabel: lap(), isSame: pairs === 0 };
}
const times = [];
for (const count of [2000, 4000]) {
  const row = "<p><label><input type=checkbox> A</label></p>";
  await page.setContent(`<!doctype html>${row.repeat(count)}`);
  const { byControl, byLabel, isSame } = await page.evaluate(pair);
  console.log(
    `${count} checkboxes: ${Math.round(byControl)} ms by control.labels, ${Math.round(byLabel)} ms by label.control`,
  );
  if (!isSame) throw new Error("The pairs differ.");
  times.push({ byControl, byLabel });
}
console.log(`Chromium ${browser.version()}`);
await browser.close();
const [small, large] = times;
const isSquare = large.byControl > 2.5 * small.byControl;
if (!isSquare || large.byControl < 20 * large.byLabel)
  throw new Error("This has changed.");
JS
node labels.mjs "$chromium"
