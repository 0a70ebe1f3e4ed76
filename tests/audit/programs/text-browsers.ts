import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startProgram, temporaryFolder } from "#supabase/testing";

/** A person's use of a form in a text browser. */
export interface Visit {
  url: string;
  /** A text of the page, below any toast and above the form's fields. */
  before: string;
  /** Texts to type into the fields, in order; "" skips one. */
  values: string[];
  /** A button of the answer to press as well. */
  press?: string;
}

const timeoutMs = 50_000;

const isLong = (value: string) => value.includes("\n");

/**
 * The keys that search for a text, fill in the fields after it, press the button,
 * find and press one of the answer, and save the answer's screen.
 */
const keysOf = {
  lynx: ({ before, values, press }: Visit) =>
    `/${before}\r${values.map((value) => `${value}\t`).join("")}\r${press ? `/${press}\r\r` : ""}p\r\x15screen\rQ`,
  // Text of several lines is typed in an editor.
  w3m: ({ before, values, press }: Visit) =>
    `/${before}\r${values.map((value) => (value ? `\t\r${isLong(value) ? "" : `${value}\r`}` : "\t")).join("")}\t\r${press ? `/${press}\r\r` : ""}Sscreen\rq`,
};

const commands = {
  lynx: 'lynx -accept_all_cookies -nopause -cmd_script=keys "$URL"',
  w3m: 'w3m -cookie -o accept_cookie=1 -o confirm_qq=0 "$URL"',
};

export type TextBrowserName = keyof typeof keysOf;

export const textBrowsers = Object.keys(keysOf) as TextBrowserName[];

/** Fills in and sends a form like a person at a keyboard, and returns the screen. */
export async function sendByKeys(browser: TextBrowserName, visit: Visit) {
  const home = temporaryFolder();
  const keys = keysOf[browser](visit);
  const write = (name: string, text: string) =>
    writeFileSync(path.join(home, name), text);
  write("text", visit.values.find(isLong) ?? "");
  const hex = (byte: number) => byte.toString(16).padStart(2, "0");
  write(
    "keys",
    [...Buffer.from(keys)].map((byte) => `key 0x${hex(byte)}\n`).join(""),
  );
  const send = async () => {
    // util-linux's script, because Node has no pseudo-terminals.
    const { child, exit, output } = startProgram(
      "script",
      ["-qfec", `stty cols 80; exec ${commands[browser]}`, "/dev/null"],
      {
        cwd: home,
        env: {
          NODE_ENV: "test",
          PATH: process.env.PATH,
          TERM: "xterm",
          LANG: "C.UTF-8",
          HOME: home,
          LYNX_TEMP_SPACE: home,
          EDITOR: "cp text",
          URL: visit.url,
        },
        timeout: timeoutMs,
      },
    );
    child.stdin.on("error", () => {});
    if (browser === "w3m") child.stdin.write(keys);
    await exit;
    try {
      return readFileSync(path.join(home, "screen"), "utf8");
    } catch {
      throw new Error(`It did not save its screen: ${output().slice(-2000)}`);
    }
  };
  try {
    return await send().catch((error: unknown) => {
      // About once in a hundred visits, w3m 0.5.3 frees what it has not allocated
      // while it reads typed text, and aborts; glibc prints why. Nothing has been
      // sent by then: a post sent twice would show in the outcome.
      if (!String(error).includes("free(): invalid pointer")) throw error;
      return send();
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
