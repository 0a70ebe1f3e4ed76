import module from "node:module";

// Runs before anything else. Node 20 has no compile cache. `npm run build` fills
// it for its own user, and other users' starts leave it alone.
/** @type {{ enableCompileCache?: (folder: string) => void }} */ (
  module
).enableCompileCache?.("build/compile-cache");

// Node's own option --env-file-if-exists prints a line if there is no file.
try {
  process.loadEnvFile();
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== "ENOENT") {
    console.error(`.env cannot be read: ${message}`);
    process.exit(1);
  }
}
