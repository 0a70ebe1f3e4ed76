import { databaseFolders } from "~/database/database-folders";
import { env } from "~/server/env.server";
import { runCommand } from "./output";
import { main } from "./waitlist/main";

const { argv, stdin } = process;
await runCommand((output) =>
  main(argv.slice(2), { env, folders: databaseFolders, stdin, ...output }),
);
// A database that failed to open may keep the process alive.
if (process.exitCode) process.exit();
