import http from "node:http";
import https from "node:https";
import module from "node:module";
import { readEnvFile } from "./env-file.js";

// Runs before anything else. Node 20 has no compile cache. `npm run build` fills
// it for its own user, and other users' starts leave it alone.
/** @type {{ enableCompileCache?: (folder: string) => void }} */ (
  module
).enableCompileCache?.("build/compile-cache");

const { values, problems } = readEnvFile();
for (const problem of problems) console.error(`${problem}.`);
if (problems.length > 0) process.exit(1);
for (const [name, value] of Object.entries(values)) process.env[name] ??= value;

// Node asks even this machine through the proxy. Its agents have read no_proxy, and
// fetch reads it again.
if (process.env.NODE_USE_ENV_PROXY === "1") {
  const { no_proxy = process.env.NO_PROXY, HOST } = process.env;
  process.env.no_proxy = [
    no_proxy,
    HOST,
    "127.0.0.1",
    "localhost",
    "::1",
    "[::1]",
  ]
    .filter(Boolean)
    .join();
  const { env: proxyEnv } = process;
  const options = { keepAlive: true, timeout: 5000, proxyEnv };
  http.globalAgent = new http.Agent(options);
  https.globalAgent = new https.Agent(options);
}
