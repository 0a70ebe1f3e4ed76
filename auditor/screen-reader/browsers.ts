import { mkdtempSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "../browser.js";
import { writePreferences } from "../programs";
import type { Mode } from "../site";
import type { ScreenReaderSession } from "./session";

export type BrowserName = "Firefox" | "Chromium";

/**
 * Only the page should speak: no first run, no updates, no offers. Motion
 * cannot be heard, and without a graphics card it takes a core.
 */
const preferences = {
  "accessibility.force_disabled": -1,
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.formfill.enable": false,
  // Loaded in the background, it interrupts what is said of the page.
  "browser.newtab.preload": false,
  "browser.preonboarding.enabled": false,
  "browser.sessionstore.resume_from_crash": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.startup.page": 0,
  "browser.translations.enable": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-US, en",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "signon.rememberSignons": false,
  "termsofuse.bypassNotification": true,
  "ui.prefersReducedMotion": 1,
};

/** Starts a browser with a new profile, and returns its process. */
export function startBrowser(
  { programs, folder }: ScreenReaderSession,
  browser: BrowserName,
  mode: Mode,
  url: string,
) {
  const profile = mkdtempSync(path.join(folder, "profile-"));
  const hasScript = mode === "javascript";
  if (browser === "Firefox") {
    writePreferences(profile, {
      ...preferences,
      "javascript.enabled": hasScript,
    });
    return programs.start("firefox-esr", [
      ...["--no-remote", "--new-instance", "--profile", profile, url],
    ]);
  }
  return programs.start(findBrowser() ?? "chromium", [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ...(hasScript ? [] : ["--blink-settings=scriptEnabled=false"]),
    `--user-data-dir=${profile}`,
    "--force-prefers-reduced-motion",
    "--force-renderer-accessibility",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-features=Translate,MediaRouter",
    "--disable-gpu",
    "--disable-sync",
    "--lang=en-US",
    "--password-store=basic",
    url,
  ]);
}
