import xterm from "@xterm/headless";
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";

/** In milliseconds: twice this is less than a test may take. */
const longest = 25_000;

interface Session {
  /** Read by a shell. */
  command: string;
  env: Record<string, string>;
}

/** Starts a command in a terminal with this many rows. */
const start = (command: string, env: Session["env"], rows: number) =>
  // util-linux's script, because Node has no pseudo-terminals.
  spawn(
    "script",
    ["-qfec", `stty rows ${rows} cols 80; exec ${command}`, "/dev/null"],
    {
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        TERM: "xterm",
        LANG: "C.UTF-8",
        ...env,
      },
      timeout: longest,
    },
  );

/** Runs a command in a terminal until it ends, and returns what it printed. */
export async function runInTerminal({ command, env }: Session) {
  let output = "";
  const { stdout } = start(command, env, 24);
  for await (const chunk of stdout.setEncoding("utf8")) output += chunk;
  return output;
}

/** Runs a command in a terminal that is high enough for a whole page. */
export function openTerminal({ command, env }: Session) {
  const rows = 300;
  const terminal = new xterm.Terminal({
    cols: 80,
    rows,
    allowProposedApi: true,
  });
  const child = start(command, env, rows);
  const events = new EventEmitter();
  child.stdin.on("error", () => {});
  child.stdout.on("data", (chunk: Buffer) =>
    terminal.write(chunk, () => events.emit("change")),
  );
  child.once("close", () => events.emit("error", new Error("It has ended.")));

  // Programs switch to the alternate buffer.
  const buffer = () => terminal.buffer.active;
  const lines = () =>
    Array.from(
      { length: rows },
      (_, at) => buffer().getLine(at)?.translateToString(true) ?? "",
    );
  return {
    lines,
    has: (text: string) => lines().some((line) => line.includes(text)),
    /** Where the cursor is, which marks the selected link or field. */
    cursor: () => `${buffer().cursorX},${buffer().cursorY}`,
    row: () => buffer().cursorY,
    type: (keys: string) => child.stdin.write(keys),
    /** Waits until the screen satisfies a condition. */
    until: async (isTrue: () => boolean) => {
      while (!isTrue()) await once(events, "change");
    },
    close: () => {
      child.removeAllListeners("close");
      child.kill();
    },
  };
}
