import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Programs } from "two-modes-audit";
import { called, eventually, height, strokes } from "./window";
import type { Engine } from "./window";
import { freePort, temporaryFolder } from "#supabase/testing";

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
    // the pointer is at the center of the screen.
    const programs = new Programs({ HOME: home });
    programs.env.DISPLAY = await programs.startScreen("600x600");
    const port = await freePort();
    programs.start("WebKitWebDriver", [`--port=${port}`]);
    const driver = `http://127.0.0.1:${port}`;
    await eventually(() => fetch(`${driver}/status`));
    const args = [
      "--automation",
      "--full-screen",
      `--enable-javascript=${mode === "javascript"}`,
    ];
    const alwaysMatch = { "webkitgtk:browserOptions": { args } };
    const { sessionId, capabilities } = await post<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>(`${driver}/session`, { capabilities: { alwaysMatch } });
    const send = (command: string, parameters: object) =>
      post<string>(`${driver}/session/${sessionId}/${command}`, parameters);
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
        await programs.endAll();
        rmSync(home, { recursive: true, maxRetries: 10 });
      },
    };
  },
};

async function post<Result>(url: string, body: object): Promise<Result> {
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const { value } = (await response.json()) as { value: Result };
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}
