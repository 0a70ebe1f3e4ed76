import { spawnSync } from "node:child_process";
import { findHeadless } from "two-modes-audit/browser";
import { chromium } from "playwright";

/** Playwright's own browser may be there and still lack a library. */
const isThere = async () =>
  findHeadless() !== undefined ||
  chromium.launch().then(
    (browser) => browser.close().then(() => true),
    () => false,
  );

// None of these asks for a password.
const ways = [
  "npx playwright install chromium-headless-shell",
  ...(process.getuid?.() === 0
    ? [
        "apt-get update",
        "apt-get install --yes --no-install-recommends chromium fonts-dejavu-core fonts-liberation",
      ]
    : []),
];

for (const way of ways) {
  if (await isThere()) break;
  console.log(`No browser yet: ${way}`);
  const [program = "", ...parameters] = way.split(" ");
  const { status, error, stderr } = spawnSync(program, parameters, {
    encoding: "utf8",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 600_000,
  });
  const said = /^(?:E:|.*error).*$/im.exec(stderr)?.[0];
  if (status !== 0) console.log(`It failed: ${error?.message ?? said}`);
}
if (!(await isThere())) {
  console.error(
    "No Chromium was found that starts, and none could be installed. Install one, or name it in CHROMIUM_PATH.",
  );
  process.exit(1);
}
