import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import path from "node:path";
import type { Mode } from "../finding";
import { Programs, temporaryFolder } from "../programs";
import { eventually, height, openWindow } from "./webdriver";
import type { Window } from "./webdriver";

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
  "marionette.port": 0,
  "network.captive-portal-service.enabled": false,
  "signon.rememberSignons": false,
  "termsofuse.bypassNotification": true,
  "ui.prefersReducedMotion": 1,
  // As on a phone.
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

/** Firefox by Marionette, its own WebDriver: Debian has no geckodriver. */
export async function startFirefox(mode: Mode): Promise<Window> {
  const profile = temporaryFolder();
  const programs = new Programs({ HOME: profile });
  launchFirefox(programs, profile, mode, [
    // The last makes it possible to set the viewport's width.
    "--headless",
    "--marionette",
    "--remote-allow-system-access",
  ]);
  const port = await eventually(() => {
    const file = path.join(profile, "MarionetteActivePort");
    const [port] = /\d+/.exec(readFileSync(file, "utf8")) ?? [];
    if (!port) throw new Error("Firefox is not listening yet.");
    return Number(port);
  });
  const socket = connect(port, "127.0.0.1");
  const marionette = speakMarionette(socket);
  const window = await openWindow(
    (command, parameters) => marionette(`WebDriver:${command}`, parameters),
    {},
  );

  /** Runs a script that controls the browser itself. */
  const rule = async (script: string) => {
    await marionette("Marionette:SetContext", { value: "chrome" });
    await marionette("WebDriver:ExecuteScript", { script, args: [] });
    await marionette("Marionette:SetContext", { value: "content" });
  };

  /** Firefox has no window as narrow as a phone, so this sets the viewport. */
  const setViewport = async (width: number) => {
    const size = `width: ${width}px; height: ${height}px; min-width: 0`;
    await marionette("WebDriver:SetWindowRect", { width: 1300, height: 900 });
    await rule(`gBrowser.selectedBrowser.style = "flex: none; ${size}"`);
  };

  return {
    ...window,
    open: async (url, width) => {
      await setViewport(width);
      await marionette("WebDriver:Navigate", { url });
    },
    close: async () => {
      socket.destroy();
      await programs.endAll();
      rmSync(profile, { recursive: true, maxRetries: 10 });
    },
  };
}

type Message = [type: number, id: number, error: unknown, result: unknown];

/** Each message is JSON, preceded by its length. Calls come one at a time. */
function speakMarionette(socket: Socket) {
  const messages = readMessages(socket);
  // Firefox introduces itself first.
  const greeting = messages.next();
  let id = 0;
  return async (
    command: string,
    parameters: Record<string, unknown> = {},
  ): Promise<unknown> => {
    await greeting;
    const text = JSON.stringify([0, ++id, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const { value } = await messages.next();
    if (!value) throw new Error("Firefox has ended.");
    const [, , error, result] = value as Message;
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`);
    const isValue = Object.keys(result as object).join() === "value";
    return isValue ? (result as { value: unknown }).value : result;
  };
}

async function* readMessages(socket: Socket) {
  await once(socket, "connect");
  let left = Buffer.alloc(0);
  for await (const chunk of socket) {
    left = Buffer.concat([left, chunk as Buffer]);
    for (;;) {
      const colon = left.indexOf(":");
      const length = Number(left.subarray(0, colon));
      const rest = left.subarray(colon + 1);
      if (colon < 0 || rest.length < length) break;
      yield JSON.parse(rest.subarray(0, length).toString()) as unknown;
      left = rest.subarray(length);
    }
  }
}
