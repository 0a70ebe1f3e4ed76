import { databaseFolders } from "~/data/database-folders";
import { env } from "~/server/env.server";
import { main } from "./waitlist/main";

const { stdin, stdout, stderr } = process;
const io = { env, folders: databaseFolders, stdin, stdout, stderr };
const status = await main(process.argv.slice(2), io);
// A database that failed to open may keep the process alive.
if (status !== 0) process.exit(status);
