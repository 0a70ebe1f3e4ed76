import { spawnSync } from "node:child_process";
import type { StdioOptions } from "node:child_process";
import { chownSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import {
  migrationsFolder,
  supabaseProject,
} from "~/embedded-supabase/database.server";
import { temporaryFolder } from "./supabase";

/** Debian keeps the server's programs out of PATH, one folder a version. */
const versions = "/usr/lib/postgresql";

/** Debian's numbers for "nobody". */
const nobody = 65534;

/** A Postgres server in a folder of its own, for databases as Supabase makes them. */
export function startPostgres() {
  const version = readdirSync(versions)
    .sort((a, b) => Number(a) - Number(b))
    .pop();
  const folder = temporaryFolder();
  // Postgres refuses to run as root.
  const asNobody =
    process.getuid?.() === 0
      ? ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"]
      : [];
  if (asNobody.length > 0) chownSync(folder, nobody, nobody);
  const env = {
    NODE_ENV: "test" as const,
    PATH: `${versions}/${version}/bin:${process.env.PATH}`,
    PGHOST: folder,
    PGUSER: "postgres",
    PGDATABASE: "template1",
    PGCLIENTENCODING: "UTF8",
    // As the embedded database has it.
    PGTZ: "UTC",
    // What a migration finds no need to do.
    PGOPTIONS: "-c client_min_messages=warning",
  };
  const run = (command: string[], input = "", stdio: StdioOptions = "pipe") => {
    const [program = "", ...args] = command;
    const { status, stdout, stderr } = spawnSync(program, args, {
      env,
      input,
      stdio,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
    return { stdout, stderr };
  };
  const data = path.join(folder, "data");
  const control = [...asNobody, "pg_ctl", "-D", data];
  run([
    ...asNobody,
    "initdb",
    "-D",
    data,
    "-U",
    "postgres",
    "-E",
    "UTF8",
    "-A",
    "trust",
    "--no-sync",
  ]);
  // The server keeps the pipe open that it is started with.
  run(
    [
      ...control,
      "-w",
      "-l",
      path.join(folder, "log"),
      "-o",
      `-c listen_addresses= -k ${folder}`,
      "start",
    ],
    "",
    "ignore",
  );

  const runPsql = (args: string[], input?: string) =>
    run(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", ...args], input);

  let projects = 0;
  /**
   * A database that has what a Supabase project has, the migrations included.
   *
   * @param older what it holds before the first migration
   */
  function createProject(older = "") {
    const name = `project_${(projects += 1)}`;
    runPsql(["-c", `create database ${name}`]);
    /** What psql prints for SQL, or for a file of it (`-f`). */
    const psql = (args: string[], input?: string) =>
      runPsql(["-d", name, ...args], input).stdout;
    /** @returns the warnings */
    const migrate = () =>
      readdirSync(migrationsFolder)
        .sort()
        .map((file) => path.join(migrationsFolder, file))
        .map((file) => runPsql(["-d", name, "-f", file]).stderr)
        .join("");
    psql([], older);
    return { psql, migrate, warnings: migrate() };
  }
  try {
    // Each new database is a copy of template1.
    runPsql([], supabaseProject);
    return { ...createProject(), createProject, stop };
  } catch (error) {
    stop();
    throw error;
  }
  function stop() {
    run([...control, "-m", "immediate", "stop"]);
    rmSync(folder, { recursive: true });
  }
}
