// Runs before anything reads the environment. Node's own option
// --env-file-if-exists prints a line if there is no file.
try {
  process.loadEnvFile();
} catch (error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== "ENOENT") {
    console.error(`.env cannot be read: ${message}`);
    process.exit(1);
  }
}
