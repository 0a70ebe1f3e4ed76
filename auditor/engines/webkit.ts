import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { Programs, temporaryFolder } from "../programs";
import type { Mode } from "../site";
import { commands, eventually, height, openWindow } from "./webdriver";
import type { Send, Window } from "./webdriver";

/** Otherwise the toolbar of WebKitGTK's MiniBrowser is wider than a phone. */
const smallToolbar =
  "* { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }";

/** WebKitGTK's MiniBrowser through its WebDriver, on a virtual screen. */
export async function startWebKit(mode: Mode): Promise<Window> {
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
  await eventually(() => fetch(`http://127.0.0.1:${port}/status`));
  const send = speakHttp(`http://127.0.0.1:${port}/session`);
  const window = await openWindow(send, {
    "webkitgtk:browserOptions": {
      args: [
        "--automation",
        "--full-screen",
        `--enable-javascript=${mode === "javascript"}`,
      ],
    },
  });
  return {
    ...window,
    open: async (url, width) => {
      await send("SetWindowRect", { x: 0, y: 0, width, height });
      await send("Navigate", { url });
    },
    close: async () => {
      await programs.endAll();
      rmSync(home, { recursive: true, maxRetries: 10 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await promisify(server.close).call(server);
  return port;
}

function speakHttp(url: string): Send {
  let session = "";
  return async (command, parameters = {}) => {
    const [method, at] = commands[command].split(" ");
    const response = await fetch(`${url}${session}${at}`, {
      method,
      body: method === "POST" ? JSON.stringify(parameters) : undefined,
    });
    const { value } = (await response.json()) as {
      value: { sessionId?: string } | null;
    };
    if (!response.ok) throw new Error(`${command}: ${JSON.stringify(value)}`);
    if (value?.sessionId) session = `/${value.sessionId}`;
    return value;
  };
}
