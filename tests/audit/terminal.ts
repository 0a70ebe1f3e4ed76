import { spawn, spawnSync } from "node:child_process";

export const isInstalled = (command: string) =>
  spawnSync("which", [command]).status === 0;

/** In milliseconds: twice this is less than a test may take. */
const longest = 12_000;

interface Session {
  /** Read by a shell. */
  command: string;
  env: Record<string, string>;
  /** Typed one after the other, each when the terminal has shown `ready`. */
  keys?: string[];
  ready?: string;
}

/** Runs a command in a terminal until it ends, and says what it printed. */
export async function runInTerminal({
  command,
  env,
  keys = [],
  ready = "",
}: Session): Promise<string> {
  // util-linux's script: Node itself has no pseudo-terminal.
  const child = spawn(
    "script",
    ["-qfec", `stty rows 24 cols 80; exec ${command}`, "/dev/null"],
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
  // A command that has ended takes no more keys: what it left behind tells.
  child.stdin.on("error", () => {});
  const left = [...keys];
  let output = "";
  let read = 0;
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    output += chunk;
    if (left.length > 0 && output.includes(ready, read)) {
      read = output.length;
      child.stdin.write(left.shift() ?? "");
    }
  }
  return output;
}
