import { main } from "./doctor/main";

process.exitCode =
  process.argv.length > 2 ? usage() : await main((line) => console.log(line));

/** @returns the exit status */
function usage() {
  console.log(
    "npm run doctor checks the settings and what they lead to, prints a line for each, and exits with 1 if one is wrong. It takes no options: it reads the environment and .env.",
  );
  return process.argv[2] === "--help" ? 0 : 1;
}
