import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Programs } from "two-modes-audit";
import { eventually } from "./window";
import { temporaryFolder } from "#supabase/testing";

/** Both browsers let a person's own style sheet color what the flow looks for. */
const colors = { field: 0xff00ff, button: 0x00ffff };
const userStyles = "input{background:#f0f}button{background:#0ff}";

/** Taller than any page: nothing has to be scrolled. */
const screen = { width: 800, height: 3000 };

/** Right of the page's first line, which is a short link. */
const empty = ["600", "84"];

const programs = {
  NetSurf: {
    command: "netsurf-gtk",
    args: ["--window_width=800", "--window_height=3000"],
    styles: ".netsurf/user.css",
    copyField: ["ctrl+a", "ctrl+c"],
    copyPage: [
      ...["mousemove", ...empty, "click", "1"],
      ...["key", "ctrl+a", "key", "ctrl+c"],
    ],
    selection: "clipboard",
  },
  Dillo: {
    command: "dillo",
    args: ["-g", `${screen.width}x${screen.height}+0+0`],
    styles: ".dillo/style.css",
    copyField: ["End", "shift+Home", "ctrl+c"],
    // What is marked by the mouse is the primary selection.
    copyPage: [
      ...["mousemove", ...empty, "mousedown", "1"],
      ...[
        "mousemove",
        "300",
        "500",
        "mousemove",
        "780",
        "2900",
        "mouseup",
        "1",
      ],
    ],
    selection: "primary",
  },
} as const;

export type SmallBrowserName = keyof typeof programs;

export const smallBrowsers = Object.keys(programs) as SmallBrowserName[];

export const neededBy = (name: SmallBrowserName) => [
  programs[name].command,
  ...["Xvfb", "xdotool", "xclip", "xwd"],
];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Finds areas of a color in a picture that xwd has made of a screen, from the top. */
function areasOf(color: number, picture: Buffer): Box[] {
  const header = (index: number) => picture.readUInt32BE(index * 4);
  const [width, height, bytesPerLine] = [header(4), header(5), header(12)];
  // Each entry of the color map has 12 bytes.
  const start = header(0) + header(19) * 12;
  const isColored = (x: number, y: number) =>
    x < width &&
    picture.readUIntLE(start + y * bytesPerLine + x * 4, 3) === color;
  const areas: Box[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isColored(x, y)) continue;
      const left = x;
      while (isColored(x, y)) x++;
      // Letters stand between the pixels of a line, and a focus ring between lines.
      const area = areas.find(
        (one) =>
          left <= one.right + 9 && x >= one.left - 9 && y <= one.bottom + 3,
      );
      if (!area) areas.push({ left, top: y, right: x, bottom: y });
      else {
        area.left = Math.min(area.left, left);
        area.right = Math.max(area.right, x);
        area.bottom = y;
      }
    }
  return areas.filter(({ top, bottom }) => bottom - top > 9);
}

/** A browser with a window and without a script, used by mouse and keyboard. */
export async function openSmallBrowser(name: SmallBrowserName, url: string) {
  const { command, args, styles, copyField, copyPage, selection } =
    programs[name];
  const home = temporaryFolder();
  const file = path.join(home, styles);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, userStyles);
  // Without a window manager, the window under the pointer has the focus.
  const running = new Programs({ HOME: home, LANG: "C.UTF-8" });
  running.env.DISPLAY = await running.startScreen(
    `${screen.width}x${screen.height}`,
  );
  running.start(command, [...args, url]);

  const run = (tool: string, options: readonly string[]) =>
    execFileSync(tool, options, {
      env: running.env,
      timeout: 20_000,
      maxBuffer: 2 ** 26,
      stdio: ["ignore", "pipe", "ignore"],
    });
  const xdotool = (...options: string[]) => run("xdotool", options);
  const copied = (from: string) => {
    try {
      const options = ["-o", "-selection", from, "-t", "UTF8_STRING"];
      return run("xclip", options).toString();
    } catch {
      // Nothing is selected.
      return "";
    }
  };
  const areas = (kind: keyof typeof colors) =>
    areasOf(colors[kind], run("xwd", ["-root", "-silent"]));
  const click = ({ left, top, bottom }: Box) =>
    xdotool(
      ...["mousemove", `${left + 9}`, `${(top + bottom) >> 1}`, "click", "1"],
    );
  const nth = (kind: keyof typeof colors, index: number) =>
    eventually(() => {
      const area = areas(kind)[index];
      if (!area) throw new Error(`There is no ${kind} ${index}`);
      return area;
    });
  return {
    /** Waits until the page shows so many buttons. */
    buttons: (count: number) =>
      eventually(() => {
        const { length } = areas("button");
        if (length !== count) throw new Error(`There are ${length} buttons`);
      }),
    press: async (index: number) => click(await nth("button", index)),
    /** Types at the end of a field. */
    type: async (index: number, text: string) => {
      click(await nth("field", index));
      xdotool("key", "End", "type", "--delay", "20", text);
    },
    /** Selects and copies a field's text. */
    value: async (index: number) => {
      click(await nth("field", index));
      xdotool("key", ...copyField);
      return copied("clipboard");
    },
    width: async (index: number) => {
      const { left, right } = await nth("field", index);
      return right - left;
    },
    text: () => {
      xdotool(...copyPage);
      return copied(selection);
    },
    close: async () => {
      await running.endAll();
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
