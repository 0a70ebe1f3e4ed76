import type { Readable } from "node:stream";
import type { databaseFolders } from "~/data/database-folders";
import type { Env } from "~/server/check-env.server";
import type { Output } from "../output";
import type { Format } from "./print";
import type { Opening, Store } from "./store";

/** The command reads and writes these besides the database. */
export interface Io extends Output {
  env: Pick<
    Env,
    | "BACKUP_DIR"
    | "DATABASE_URL"
    | "DATA_DIR"
    | "SUPABASE_ANON_KEY"
    | "SUPABASE_URL"
  >;
  folders: typeof databaseFolders;
  stdin: Readable & { isTTY?: boolean };
}

export interface Options extends Format {
  yes?: boolean | undefined;
  keep?: string | undefined;
  untried?: boolean | undefined;
  "clock-is-right"?: boolean | undefined;
}

/** What an operator may run. */
export interface Job {
  name: string;
  description: string;
  parameter?: string;
  options: (keyof Options)[];
  opening?: Opening;
  /** Runs before the database is opened. */
  prepare?: (io: Io, options: Options) => void;
  /** @returns the exit status */
  run: (
    context: { store: Store; io: Io; options: Options },
    argument: string,
  ) => Promise<number>;
}
