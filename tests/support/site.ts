import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import packageJson from "../../package.json" with { type: "json" };
import { databaseFolder, temporaryFolder } from "./supabase";

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

type Environment = Record<string, string>;

/** What `npm start` gives to Node, without the developer's own settings. */
const startArguments = packageJson.scripts.start
  .split(" ")
  .filter((word) => word !== "node" && !word.endsWith("load-env.js"));

/**
 * Runs `npm start`'s command. Nothing of this process's own settings reaches
 * the site.
 */
export function runSite(env: Environment) {
  const child = spawn(process.execPath, startArguments, {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      ...env,
    },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  // A test that times out stops nothing.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const exit = new Promise<number | null>((resolve) =>
    child.once("close", (code) => {
      process.off("exit", kill);
      resolve(code);
    }),
  );
  return { child, exit, output: () => output };
}

/** Starts the built site and waits until it answers. */
export async function startSite(env: Environment = {}) {
  // A site with a Supabase project opens no folder.
  const folder = env.SUPABASE_URL ? temporaryFolder() : databaseFolder();
  const port = env.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { child, exit, output } = runSite({
    PORT: port,
    DATA_DIR: folder,
    ...env,
  });
  let ended = false;
  void exit.then(() => (ended = true));
  while (!(await answers(url))) {
    if (ended) throw new Error(`The site ended: ${output()}`);
  }
  return {
    url,
    pid: child.pid,
    dataDir: env.DATA_DIR ?? folder,
    /** What it has printed so far. */
    output,
    /** Ends it; a killed one cannot tidy up first. */
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      child.kill(signal);
      const code = await exit;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

export type TestSite = Awaited<ReturnType<typeof startSite>>;

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => new Promise<false>((resolve) => setTimeout(resolve, 50, false)),
  );
