import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "./site";
import { temporaryFolder } from "./supabase";

/** Debian's nginx writes these to folders that belong to root. */
const temporaryFiles = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/**
 * Starts nginx with deploy/nginx.conf, whose paths and ports alone are replaced.
 *
 * @param servers URLs of the site's processes
 */
export async function startNginx(servers: string[]) {
  const folder = temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const place = (name: string) => path.join(folder, name);

  const shipped = readFileSync("deploy/nginx.conf", "utf8");
  const [server = ""] = /server 127\.0\.0\.1:3000 .*;/.exec(shipped) ?? [];
  const upstream = servers.map((url) =>
    server.replace("127.0.0.1:3000", new URL(url).host),
  );
  const temporaryPaths = temporaryFiles.map(
    (name) => `${name}_temp_path ${place(name)};`,
  );
  const replacements: [what: string, by: string][] = [
    // Another user cannot enter a folder that only this user may read.
    ["user www-data;", process.getuid?.() === 0 ? "user root;" : ""],
    ["pid /run/nginx.pid;", `pid ${place("pid")};`],
    ["/var/log/nginx/error.log", place("error.log")],
    ["/var/log/nginx/access.log", place("access.log")],
    ["/run/nginx-pages", place("pages")],
    ["/srv/kandi/build/client", path.resolve("build/client")],
    ["listen 80 default_server;", `listen 127.0.0.1:${port} default_server;`],
    [server, upstream.join("\n")],
    ["http {", ["http {", ...temporaryPaths].join("\n")],
  ];
  const configuration = replacements.reduce((text, [what, by]) => {
    if (!text.includes(what)) throw new Error(`nginx.conf lacks: ${what}`);
    return text.replace(what, () => by);
  }, shipped);
  writeFileSync(place("nginx.conf"), configuration);

  const child = spawn(
    "nginx",
    [
      ...["-p", folder, "-c", place("nginx.conf"), "-e", place("error.log")],
      ...["-g", "daemon off;"],
    ],
    // Debian puts nginx where a user's PATH may not look.
    { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } },
  );
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  child.once("error", (error) => (output += error.message));
  let hasEnded = false;
  const exit = new Promise<number | null>((resolve) =>
    child.once("close", (code) => {
      hasEnded = true;
      resolve(code);
    }),
  );
  // SIGKILL would leave the workers running.
  const kill = () => child.kill("SIGTERM");
  process.once("exit", kill);
  // nginx serves a file without asking the site.
  while (!(await answers(`${url}/favicon.svg`))) {
    if (hasEnded) {
      throw new Error(`nginx (Debian's nginx-light) ended: ${output}`);
    }
  }

  return {
    url,
    /** Names of the pages in its cache. */
    stored: () => readdirSync(place("pages")),
    accessLog: () => readFileSync(place("access.log"), "utf8"),
    errorLog: () => readFileSync(place("error.log"), "utf8"),
    stop: async () => {
      child.kill("SIGTERM");
      const code = await exit;
      process.off("exit", kill);
      rmSync(folder, { recursive: true });
      return code;
    },
  };
}

export type TestNginx = Awaited<ReturnType<typeof startNginx>>;

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => new Promise<false>((resolve) => setTimeout(resolve, 50, false)),
  );
