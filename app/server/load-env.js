import "./check-node.js";

// Runs before anything reads the environment. Node's own option
// --env-file-if-exists prints a line if there is no file.
try {
  process.loadEnvFile();
} catch (error) {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT")
    throw error;
}
