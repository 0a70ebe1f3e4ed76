import { spawnSync } from "node:child_process";
import { findBrowser } from "auditor/browser";

// Debian's Chromium (as root) replaces Playwright's where that is out of reach.
const ways = [
  [["npx", "playwright", "install", "--with-deps", "chromium"]],
  [["npx", "playwright", "install", "chromium"]],
  [
    ["apt-get", "update"],
    ["apt-get", "install", "--yes", "chromium"],
  ],
];

for (const way of ways) {
  if (findBrowser()) break;
  for (const [program = "", ...parameters] of way) {
    console.log(`No browser yet: ${[program, ...parameters].join(" ")}`);
    spawnSync(program, parameters, {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: 240_000,
    });
  }
}
if (!findBrowser()) {
  console.error(
    "No Chromium was found and none could be installed. Install one and name it in CHROMIUM_PATH.",
  );
  process.exit(1);
}
