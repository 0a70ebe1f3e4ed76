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
