import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import path from "node:path";
import { Programs, temporaryFolder, writePreferences } from "../programs";
import type { Mode } from "../site";
import { eventually, height, openWindow } from "./webdriver";
import type { Window } from "./webdriver";

/** Firefox by Marionette, its own WebDriver: Debian has no geckodriver. */
export async function startFirefox(mode: Mode): Promise<Window> {
  const profile = temporaryFolder();
  writePreferences(profile, {
    "marionette.port": 0,
    "javascript.enabled": mode === "javascript",
    // Overlay scrollbars, as on a phone.
    "ui.useOverlayScrollbars": 1,
  });
  const programs = new Programs({ HOME: profile });
  programs.start("firefox-esr", [
    ...["--headless", "--no-remote", "--profile", profile],
    // The second makes it possible to set the viewport's width.
    ...["--marionette", "--remote-allow-system-access"],
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
