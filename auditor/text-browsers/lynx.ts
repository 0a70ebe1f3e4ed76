import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runInTerminal } from "./terminal";
import type { Visit } from "./terminal";

/** Past the honeypot. */
const past = "\t";

/** Fills in a form in lynx, sends it, and has the answer's screen saved. */
export async function sendInLynx(visit: Visit): Promise<string> {
  const { home, url, before, values } = visit;
  const screen = path.join(home, "screen");
  const typed = values.map((value) => `${value}\t`).join("");
  const keys = `/${before}\r${typed}${past}\rp\r\x15${screen}\rQ`;
  const script = [...Buffer.from(keys)].map(
    (byte) => `key 0x${byte.toString(16).padStart(2, "0")}\n`,
  );
  writeFileSync(path.join(home, "keys"), script.join(""));
  const output = await runInTerminal({
    command:
      'lynx -accept_all_cookies -nopause -cmd_script="$HOME/keys" "$URL"',
    env: { HOME: home, LYNX_TEMP_SPACE: home, URL: url },
  });
  if (!existsSync(screen)) {
    throw new Error(`It did not save its screen: ${output.slice(-2000)}`);
  }
  return readFileSync(screen, "utf8");
}
