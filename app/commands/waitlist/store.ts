import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { askForJob } from "~/embedded-supabase/job-socket.server";
import { rawJob, runJob } from "~/embedded-supabase/jobs.server";
import type {
  Job,
  JobResult,
  Queryable,
} from "~/embedded-supabase/jobs.server";
import type { Env } from "~/server/check-env.server";
import { connect } from "./postgres";
import type { Postgres } from "./postgres";
import type { Output } from "./print";

type Settings = Pick<
  Env,
  "DATABASE_URL" | "DATA_DIR" | "SUPABASE_ANON_KEY" | "SUPABASE_URL"
>;

interface Place extends Pick<Output, "stderr"> {
  env: Settings;
  folders: typeof databaseFolders;
}

/** A job as asked for. */
export interface Asked {
  job: Job;
  argument?: string | undefined;
  /** Texts as they are stored, without a spreadsheet's apostrophes. */
  isRaw?: boolean;
}

/** The database that has the waiting list. */
export interface ListStore {
  run: (
    asked: Asked,
  ) => Promise<{ results: AsyncIterable<JobResult>; isSiteRunning: boolean }>;
  /** Runs the work in one transaction. The embedded database must be free. */
  transaction: Postgres["transaction"];
  /** The embedded database's folder. */
  folder: string | undefined;
  close: () => Promise<void>;
}

/**
 * Finds the store: the server of DATABASE_URL, or the embedded database.
 *
 * @throws Error with one line if the list is in a Supabase project of which
 *   there is no connection string
 */
export function openStore(place: Place): ListStore {
  const { DATABASE_URL, DATA_DIR, SUPABASE_URL } = place.env;
  if (!DATABASE_URL) {
    if (!SUPABASE_URL || isEmbedded(place.env)) return embeddedStore(place);
    throw new Error(
      `SUPABASE_URL is set, so the list is in that project: set DATABASE_URL to its connection string, or run the job's file of ${place.folders.queries} in its SQL editor.`,
    );
  }
  if (!SUPABASE_URL && existsSync(path.join(DATA_DIR, "postgres"))) {
    place.stderr.write(
      "DATABASE_URL is set: this is about that database, not about the one in DATA_DIR.\n",
    );
  }
  return postgresStore(DATABASE_URL);
}

/** `npm run supabase:local` serves DATA_DIR by its key. */
function isEmbedded({ DATA_DIR, SUPABASE_ANON_KEY }: Settings): boolean {
  const file = path.join(DATA_DIR, "anon-key");
  return (
    existsSync(file) && readFileSync(file, "utf8").trim() === SUPABASE_ANON_KEY
  );
}

function postgresStore(url: URL): ListStore {
  let opened: Promise<Postgres> | undefined;
  const open = () => (opened ??= connect(url));
  return {
    run: async ({ job, argument, isRaw }) => ({
      results: runJob(await open(), isRaw ? rawJob(job) : job, argument),
      isSiteRunning: false,
    }),
    transaction: async (work) => (await open()).transaction(work),
    folder: undefined,
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}

function embeddedStore(place: Place): ListStore {
  const { DATA_DIR } = place.env;
  return {
    run: async (asked) => {
      const { job, argument, isRaw } = asked;
      const request = { job: job.name, argument, isRaw };
      const answered = await askForJob(DATA_DIR, request);
      return {
        results: answered ?? runAlone(asked, place),
        isSiteRunning: answered !== undefined,
      };
    },
    transaction: async (work) => {
      const database = await openFolder(place);
      try {
        return await database.sql.transaction((transaction) =>
          work(transaction as Queryable),
        );
      } finally {
        await database.close();
      }
    },
    folder: DATA_DIR,
    close: async () => {},
  };
}

const openFolder = ({ env, folders, stderr }: Place, isMigrated = true) =>
  openDatabase(
    env.DATA_DIR,
    isMigrated ? folders : {},
    // Only results go to stdout.
    (_, message, fields) =>
      stderr.write(`${[message, ...Object.values(fields)].join(": ")}\n`),
  );

/** Opens the database itself, because the site is not running. */
async function* runAlone(
  { job, argument, isRaw }: Asked,
  place: Place,
): AsyncGenerator<JobResult> {
  const { DATA_DIR } = place.env;
  if (!existsSync(path.join(DATA_DIR, "postgres"))) {
    const name = JSON.stringify(DATA_DIR);
    throw new Error(`DATA_DIR ${name} contains no database.`);
  }
  const database = await openFolder(place, job.name !== "migrations");
  try {
    yield* database.runJob(isRaw ? rawJob(job) : job, argument);
  } finally {
    await database.close();
  }
}
