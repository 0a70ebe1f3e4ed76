import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../programs";
import { sendInLinks } from "./links";
import type { Screens, Visit } from "./links";
import { runInTerminal } from "./terminal";

export type TextBrowserName = "lynx" | "w3m" | "links" | "elinks";

interface TextBrowser {
  /** Fills in the form and sends it. */
  send: (visit: Visit) => Promise<Screens>;
  /** A field's line on the screen, with its text as the first group. */
  field: (label: string) => RegExp;
}

/** Past the honeypot. */
const past = "\t";

const screenFile = (home: string) => path.join(home, "screen");

/** The screen that the browser saved. */
function saved(home: string, output: string): Screens {
  if (!existsSync(screenFile(home))) {
    throw new Error(`It did not save its screen: ${output.slice(-2000)}`);
  }
  return { screen: readFileSync(screenFile(home), "utf8") };
}

/** glibc prints it before it ends a program. */
const w3mAbort = "free(): invalid pointer";

const underlined = (label: string) =>
  new RegExp(`^ *(?:${label} )?(.*?)_+ *$`, "gm");

const browsers: Record<TextBrowserName, TextBrowser> = {
  lynx: {
    async send({ home, url, before, values }) {
      const typed = values.map((value) => `${value}\t`).join("");
      const keys = `/${before}\r${typed}${past}\rp\r\x15${screenFile(home)}\rQ`;
      const script = [...Buffer.from(keys)].map(
        (byte) => `key 0x${byte.toString(16).padStart(2, "0")}\n`,
      );
      writeFileSync(path.join(home, "keys"), script.join(""));
      const output = await runInTerminal({
        command:
          'lynx -accept_all_cookies -nopause -cmd_script="$HOME/keys" "$URL"',
        env: { HOME: home, LYNX_TEMP_SPACE: home, URL: url },
      });
      return saved(home, output);
    },
    field: underlined,
  },
  w3m: {
    async send({ home, url, before, values }) {
      // Text of several lines is typed in an editor.
      const isText = (value: string) => value.includes("\n");
      writeFileSync(path.join(home, "text"), values.find(isText) ?? "");
      const visitOnce = () =>
        runInTerminal({
          command: 'w3m -cookie -o accept_cookie=1 "$URL"',
          env: { HOME: home, EDITOR: `cp ${home}/text`, URL: url },
          keys: [
            `/${before}\r`,
            ...values.map((value) =>
              isText(value) ? "\t\r" : `\t\r${value}\r`,
            ),
            `\t${past}\r`,
            `S${screenFile(home)}\r`,
            "Q",
          ],
          ready: "Viewing <",
        });
      let output = await visitOnce();
      // About once in a hundred visits, w3m 0.5.3 frees what it has not allocated
      // while it reads typed text, and aborts. Nothing has been sent by then: a
      // post sent twice would show in the outcome.
      if (output.includes(w3mAbort)) output = await visitOnce();
      return saved(home, output);
    },
    field: () => /\[(.*?) *\]$/gm,
  },
  links: { send: (visit) => sendInLinks("links", visit), field: underlined },
  elinks: { send: (visit) => sendInLinks("elinks", visit), field: underlined },
};

export const textBrowsers = Object.keys(browsers) as TextBrowserName[];

export interface Answer extends Screens {
  /** The fields' values, line by line. */
  fields: string[];
}

/** Fills in and sends a form like a person at a keyboard. */
export async function sendByKeys(
  browser: TextBrowserName,
  visit: Omit<Visit, "home">,
): Promise<Answer> {
  const { send, field } = browsers[browser];
  const home = temporaryFolder();
  try {
    const { screen, later } = await send({ home, ...visit });
    const lines = screen.split("\n");
    const shown = lines.filter((line) => !line.includes(visit.honeypot));
    const fields = [...shown.join("\n").matchAll(field(visit.label))].map(
      ([, text = ""]) => text,
    );
    return { screen, later, fields };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
