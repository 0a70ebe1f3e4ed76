#!/usr/bin/env bash
# Chromium's <input type="email"> gives a domain that was typed in Unicode as ASCII by
# another rule than its own URL parser: "ß" becomes "ss", and a joiner (U+200C, U+200D)
# is dropped. The field's value, what a form sends and what a script reads are then an
# address at another domain; the letters that were typed are nowhere.
#
# One would guess: a browser has one rule for domains, and new URL() shows what its
# e-mail fields send.
#
# Seen with Chromium 156.0.8078.108 by playwright-core 1.65.1 on Node 20.20.2 on
# 2026-11-28. Firefox sends the domain as it was typed.
# It matters for addresses at German domains with an ß and at Persian and Indic domains
# with a joiner: no server can tell what was typed. type="text" inputmode="email" keeps
# it, and gives up the browser's own check.
#
# It needs a Chromium on the PATH, or its path in CHROMIUM_PATH.
set -euo pipefail
chromium=${CHROMIUM_PATH:-$(command -v chromium || command -v google-chrome)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund playwright-core@1.65.1
cat > field.mjs <<'JS'
import { chromium } from "playwright-core";

const browser = await chromium.launch({ executablePath: process.argv[2] });
const page = await browser.newPage();
await page.setContent('<form><input type="email" name="email"></form>');
let isSame = true;
for (const domain of ["straße.example", "نامه\u200cای.example", "müller.example"]) {
  await page.fill("input", `ann@${domain}`);
  const [sent, parsed] = await page.evaluate(
    (domain) => [
      new FormData(document.forms[0]).get("email").replace("ann@", ""),
      new URL(`http://${domain}`).host,
    ],
    domain,
  );
  console.log(`${domain}: the field sends ${sent}, new URL() says ${parsed}`);
  isSame &&= (sent === parsed) === domain.startsWith("m");
}
console.log(`Chromium ${browser.version()}`);
await browser.close();
if (!isSame) throw new Error("This has changed.");
JS
node field.mjs "$chromium"
