import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hero } from "~/content/landing";
import { honeypot } from "~/forms/fields";
import { temporaryFolder } from "../support/fixtures/supabase";
import { isInstalled, runInTerminal } from "./terminal";

export type BrowserName = "lynx" | "w3m";

interface Visit {
  /** A folder of this visit alone. The last screen is saved there. */
  home: string;
  url: string;
  /** The visitor searches for this text; the form's fields follow it. */
  before: string;
  values: string[];
}

interface TextBrowser {
  /** Fills in the form, sends it and saves the answer; returns the output. */
  send: (visit: Visit) => Promise<string>;
  /** A line of a field on a screen, its text as the first group. */
  field: RegExp;
}

/** Past the honeypot. */
const past = "\t";

const screenFile = (home: string) => path.join(home, "screen");

const browsers: Record<BrowserName, TextBrowser> = {
  lynx: {
    async send({ home, url, before, values }) {
      const typed = values.map((value) => `${value}\t`).join("");
      const keys = `/${before}\r${typed}${past}\rp\r\x15${screenFile(home)}\rQ`;
      const script = [...Buffer.from(keys)].map(
        (byte) => `key 0x${byte.toString(16).padStart(2, "0")}\n`,
      );
      writeFileSync(path.join(home, "keys"), script.join(""));
      return runInTerminal({
        command:
          'lynx -accept_all_cookies -nopause -cmd_script="$HOME/keys" "$URL"',
        env: { HOME: home, LYNX_TEMP_SPACE: home, URL: url },
      });
    },
    field: new RegExp(`^ *(?:${hero.form.emailLabel} )?(.*?)_+$`, "gm"),
  },
  w3m: {
    async send({ home, url, before, values }) {
      // A text of several lines is typed in an editor.
      const isText = (value: string) => value.includes("\n");
      writeFileSync(path.join(home, "text"), values.find(isText) ?? "");
      return runInTerminal({
        command: 'w3m -cookie -o accept_cookie=1 "$URL"',
        env: { HOME: home, EDITOR: `cp ${home}/text`, URL: url },
        keys: [
          `/${before}\r`,
          ...values.map((value) => (isText(value) ? "\t\r" : `\t\r${value}\r`)),
          `\t${past}\r`,
          `S${screenFile(home)}\r`,
          "Q",
        ],
        ready: "Viewing <",
      });
    },
    field: /\[(.*?) *\]$/gm,
  },
};

/** The text browsers among those known that are installed here. */
export const textBrowsers = (Object.keys(browsers) as BrowserName[]).filter(
  (browser) => [browser, "script"].every(isInstalled),
);

export interface Answer {
  screen: string;
  /** The fields' values, line by line. */
  fields: string[];
}

/** Fills in and sends a form as a person at a keyboard does. */
export async function sendByKeys(
  browser: BrowserName,
  visit: Omit<Visit, "home">,
): Promise<Answer> {
  const { send, field } = browsers[browser];
  const home = temporaryFolder();
  try {
    const output = await send({ home, ...visit });
    if (!existsSync(screenFile(home))) {
      throw new Error(`It did not save its screen: ${output.slice(-2000)}`);
    }
    const screen = readFileSync(screenFile(home), "utf8");
    const lines = screen.split("\n");
    const shown = lines.filter((line) => !line.includes(honeypot.label));
    const fields = [...shown.join("\n").matchAll(field)].map(
      ([, text = ""]) => text,
    );
    return { screen, fields };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
