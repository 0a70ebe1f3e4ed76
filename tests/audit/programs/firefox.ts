import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Programs } from "two-modes-audit";
import type { Mode } from "two-modes-audit";
import { called, eventually, height, strokes } from "./window";
import type { Engine } from "./window";
import { temporaryFolder } from "#supabase/testing";

/** No first run, no offers; motion without a graphics card takes a core. */
const preferences = {
  "accessibility.force_disabled": -1,
  "browser.formfill.enable": false,
  // Loaded in the background, it interrupts what is said of the page.
  "browser.newtab.preload": false,
  "browser.preonboarding.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.translations.enable": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-US, en",
  "network.captive-portal-service.enabled": false,
  "signon.rememberSignons": false,
  "termsofuse.bypassNotification": true,
  "ui.prefersReducedMotion": 1,
  // A phone has overlay scroll bars.
  "ui.useOverlayScrollbars": 1,
};

/** Starts Firefox with a new profile in an empty folder. */
export function launchFirefox(
  programs: Programs,
  profile: string,
  mode: Mode,
  args: string[],
) {
  const all = { ...preferences, "javascript.enabled": mode === "javascript" };
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(path.join(profile, "user.js"), lines.join(""));
  return programs.start("firefox-esr", [
    "--no-remote",
    "--new-instance",
    "--profile",
    profile,
    ...args,
  ]);
}

/**
 * Firefox by WebDriver BiDi, which it speaks itself: Debian has no geckodriver, and
 * Playwright 1.65 asks for more than Firefox 153 knows (emulation.setMediaFeaturesOverride).
 */
export const firefox: Engine = {
  engine: "Firefox",
  programs: ["firefox-esr"],
  start: async (mode) => {
    const profile = temporaryFolder();
    const programs = new Programs({ HOME: profile });
    launchFirefox(programs, profile, mode, [
      "--headless",
      "--remote-debugging-port=0",
    ]);
    const port = await eventually(() => {
      const file = path.join(profile, "WebDriverBiDiServer.json");
      return (JSON.parse(readFileSync(file, "utf8")) as { ws_port: number })
        .ws_port;
    });
    const send = await connect(`ws://127.0.0.1:${port}/session`);
    const { capabilities } = await send("session.new", { capabilities: {} });
    // In the first tab, the address bar has the focus.
    const { context } = await send("browsingContext.create", { type: "tab" });
    return {
      version: capabilities.browserVersion,
      open: async (url, width) => {
        const viewport = { width, height };
        await send("browsingContext.setViewport", { context, viewport });
        const wait = "complete";
        await send("browsingContext.navigate", { context, url, wait });
      },
      type: (text) =>
        send("input.performActions", { context, actions: strokes(text) }),
      evaluate: async <Result>(run: () => Result) => {
        const expression = called(run);
        const call = { target: { context }, awaitPromise: false, expression };
        const answer = await send("script.evaluate", call);
        if (!answer.result) throw new Error(JSON.stringify(answer));
        return JSON.parse(answer.result.value) as Result;
      },
      close: async () => {
        await programs.endAll();
        rmSync(profile, { recursive: true, maxRetries: 10 });
      },
    };
  },
};

interface Answer {
  capabilities: { browserVersion: string };
  context: string;
  /** Absent if a script throws. */
  result?: { value: string };
}

/**
 * Speaks JSON over a WebSocket, which Node 20 has behind --experimental-websocket.
 * Calls come one at a time.
 */
async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, "open");
  let id = 0;
  return async (method: string, params: object): Promise<Answer> => {
    // No answer comes from a browser that has ended.
    const signal = AbortSignal.timeout(90_000);
    const answer = once(socket, "message", { signal });
    socket.send(JSON.stringify({ id: ++id, method, params }));
    const [{ data }] = (await answer) as [{ data: string }];
    const message = JSON.parse(data) as { result?: Answer };
    if (!message.result) throw new Error(`${method}: ${data}`);
    return message.result;
  };
}
