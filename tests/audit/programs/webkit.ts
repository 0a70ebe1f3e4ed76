import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { called, height } from "./window";
import type { Engine } from "./window";
import {
  answers,
  freePort,
  startProgram,
  temporaryFolder,
} from "#supabase/testing";

/** Otherwise the toolbar of WebKitGTK's MiniBrowser is wider than a phone. */
const smallToolbar =
  "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }";

/** WebKitGTK's MiniBrowser through its WebDriver, on a virtual screen. */
export const webkit: Engine = {
  engine: "WebKit",
  programs: ["WebKitWebDriver", "Xvfb"],
  start: async (mode) => {
    const home = temporaryFolder();
    const settings = path.join(home, ".config/gtk-3.0");
    mkdirSync(settings, { recursive: true });
    writeFileSync(path.join(settings, "gtk.css"), smallToolbar);

    // Without a window manager, the window under the pointer has the focus, and
    // the pointer is at the center of the screen. A busy machine releases keys
    // late, so none of them repeats (-r).
    const screen = startProgram("Xvfb", [
      ...["-displayfd", "1", "-screen", "0", "600x600x24"],
      ...["-nolisten", "tcp", "-r"],
    ]);
    const isNumber = /^\d+$/m;
    await screen.until(() => isNumber.test(screen.output()));
    const [number] = isNumber.exec(screen.output()) ?? [];

    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const driver = startProgram("WebKitWebDriver", [`--port=${port}`], {
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        HOME: home,
        DISPLAY: `:${number}`,
      },
    });
    await driver.until(() => answers(`${url}/status`));
    const args = [
      "--automation",
      "--full-screen",
      `--enable-javascript=${mode === "javascript"}`,
    ];
    const alwaysMatch = { "webkitgtk:browserOptions": { args } };
    const { sessionId, capabilities } = await call<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>("POST", `${url}/session`, { capabilities: { alwaysMatch } });
    const session = `${url}/session/${sessionId}`;
    const send = (command: string, parameters: object) =>
      call<string>("POST", `${session}/${command}`, parameters);
    return {
      version: capabilities.browserVersion,
      open: async (url, width) => {
        await send("window/rect", { x: 0, y: 0, width, height });
        await send("url", { url });
      },
      type: (text) => send("actions", { actions: strokes(text) }),
      evaluate: async <Result>(run: () => Result) => {
        const script = `return ${called(run)}`;
        const text = await send("execute/sync", { script, args: [] });
        return JSON.parse(text) as Result;
      },
      close: async () => {
        // The browser ends with its session.
        await call("DELETE", session);
        for (const { child, exit } of [driver, screen]) {
          child.kill();
          await exit;
        }
        rmSync(home, { recursive: true, maxRetries: 10 });
      },
    };
  },
};

/** WebDriver's code points of keys without a character. */
const codePoints: Record<string, string> = { "\t": "\uE004", "\n": "\uE007" };

/** WebDriver's actions that type a text. */
const strokes = (text: string) => [
  {
    type: "key",
    id: "keyboard",
    actions: [...text].flatMap((sign) => {
      const value = codePoints[sign] ?? sign;
      return [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ];
    }),
  },
];

async function call<Result>(method: string, url: string, body?: object) {
  const response = await fetch(url, { method, body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: Result };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}
