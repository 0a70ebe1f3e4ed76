import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../programs";
import { openTerminal, runInTerminal } from "./terminal";

/** What a person does with a form in a text browser. */
export interface Visit {
  url: string;
  /** A text of the page, below any toast and above the form's fields. */
  before: string;
  /** What is typed in each field in order; "" passes one over. */
  values: string[];
}

type Send = (visit: Visit & { home: string }) => Promise<string>;

/** Fills in a form in lynx, sends it, and has the answer's screen saved. */
const sendInLynx: Send = async ({ home, url, before, values }) => {
  const screen = path.join(home, "screen");
  const typed = values.map((value) => `${value}\t`).join("");
  const keys = `/${before}\r${typed}\rp\r\x15${screen}\rQ`;
  const script = [...Buffer.from(keys)].map(
    (byte) => `key 0x${byte.toString(16).padStart(2, "0")}\n`,
  );
  writeFileSync(path.join(home, "keys"), script.join(""));
  const output = await runInTerminal({
    command:
      'lynx -accept_all_cookies -nopause -cmd_script="$HOME/keys" "$URL"',
    env: { HOME: home, LYNX_TEMP_SPACE: home, URL: url },
  });
  if (!existsSync(screen))
    throw new Error(`It did not save its screen: ${output.slice(-2000)}`);
  return readFileSync(screen, "utf8");
};

/** The last typed line, as a field of w3m shows it. */
const inField = (value = "") => `[${value.split("\n").at(-1)}`;

/** Fills in a form in w3m and sends it. */
const sendInW3m: Send = async ({ home, url, before, values }) => {
  // Text of several lines is typed in an editor.
  const isText = (value: string) => value.includes("\n");
  const text = path.join(home, "text");
  writeFileSync(text, values.find(isText) ?? "");
  const terminal = openTerminal({
    command: 'w3m -cookie -o accept_cookie=1 "$URL"',
    env: { HOME: home, EDITOR: `cp ${text}`, URL: url },
  });
  const { lines, has, type, until } = terminal;
  const isViewing = () => has("Viewing <");
  const next = async () => {
    const place = terminal.cursor();
    type("\t");
    await until(() => terminal.cursor() !== place && isViewing());
  };

  try {
    await until(() => has(before) && isViewing());
    type(`/${before}\r`);
    await until(() => lines()[terminal.row()]?.includes(before) === true);
    for (const value of values) {
      await next();
      if (!value) continue;
      type("\r");
      if (!isText(value)) {
        await until(() => has("TEXT:"));
        type(`${value}\r`);
      }
      await until(() => has(inField(value)) && isViewing());
    }
    await next();
    type("\r");
    const last = inField(values.filter(Boolean).at(-1));
    const isAnswered = () => has("<Error: ") || !has(last);
    await until(() => isAnswered() && isViewing());
    return lines().join("\n");
  } catch (error) {
    throw new Error(`${String(error)}\n${lines().join("\n").trim()}`);
  } finally {
    terminal.close();
  }
};

/** glibc prints it before it ends a program. */
const abort = "free(): invalid pointer";

const browsers = { lynx: sendInLynx, w3m: sendInW3m };

export type TextBrowserName = keyof typeof browsers;

export const textBrowsers = Object.keys(browsers) as TextBrowserName[];

/** Fills in and sends a form like a person at a keyboard, and returns the screen. */
export async function sendByKeys(browser: TextBrowserName, visit: Visit) {
  const home = temporaryFolder();
  const send = () => browsers[browser]({ home, ...visit });
  try {
    return await send().catch((error: unknown) => {
      // About once in a hundred visits, w3m 0.5.3 frees what it has not allocated
      // while it reads typed text, and aborts. Nothing has been sent by then: a
      // post sent twice would show in the outcome.
      if (!String(error).includes(abort)) throw error;
      return send();
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
