import { writeFileSync } from "node:fs";
import path from "node:path";
import { openTerminal } from "./terminal";
import type { Visit } from "./terminal";

/** glibc prints it before it ends a program. */
const abort = "free(): invalid pointer";

/** Fills in a form in w3m and sends it. */
export async function sendInW3m(visit: Visit): Promise<string> {
  try {
    return await sendOnce(visit);
  } catch (error) {
    // About once in a hundred visits, w3m 0.5.3 frees what it has not allocated
    // while it reads typed text, and aborts. Nothing has been sent by then: a
    // post sent twice would show in the outcome.
    if (!String(error).includes(abort)) throw error;
    return sendOnce(visit);
  }
}

async function sendOnce({ home, url, before, values }: Visit) {
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
  const move = async (key: string) => {
    const place = terminal.cursor();
    type(key);
    await until(() => terminal.cursor() !== place && isViewing());
  };

  try {
    await until(() => has(before) && isViewing());
    type(`/${before}\r`);
    await until(() => lines()[terminal.row()]?.includes(before) === true);
    for (const value of values) {
      await move("\t");
      type("\r");
      if (!isText(value)) {
        await until(() => has("TEXT:"));
        type(`${value}\r`);
      }
      await until(() => has(inField(value)) && isViewing());
    }
    // Past the honeypot.
    await move("\t");
    await move("\t");
    type("\r");
    const isAnswered = () => has("<Error: ") || !has(inField(values.at(-1)));
    await until(() => isAnswered() && isViewing());
    return lines().join("\n");
  } catch (error) {
    throw new Error(`${String(error)}\n${lines().join("\n").trim()}`);
  } finally {
    terminal.close();
  }
}

/** The last typed line, as a field shows it. */
const inField = (value = "") => `[${value.split("\n").at(-1)}`;
