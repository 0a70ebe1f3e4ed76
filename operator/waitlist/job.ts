import type { Readable } from "node:stream";
import type { parseArgs } from "node:util";
import type { Env } from "~/server/check-env.server";
import type { Output } from "../output";
import type { Opening, Store, StoreConfig } from "./store";

/** The streams and settings of a command. */
export interface Terminal extends Output, StoreConfig {
  env: StoreConfig["env"] & Pick<Env, "BACKUP_DIR">;
  stdin: Readable & { isTTY?: boolean };
}

/** The options of all jobs, as parseArgs takes them. The help says what each does. */
export const options = {
  help: { type: "boolean", short: "h" },
  yes: { type: "boolean" },
  all: { type: "boolean" },
  aliases: { type: "boolean" },
  containing: { type: "string" },
  from: { type: "string" },
  since: { type: "string" },
  json: { type: "boolean" },
  raw: { type: "boolean" },
  bom: { type: "boolean" },
  semicolon: { type: "boolean" },
  keep: { type: "string" },
} as const;

export type Options = ReturnType<
  typeof parseArgs<{ options: typeof options }>
>["values"];

export interface Context {
  store: Store;
  terminal: Terminal;
  options: Options;
}

/** One thing that an operator may run. */
export interface Job {
  name: string;
  description: string;
  /** The names of its words. It takes any number of "id...", also by stdin. */
  parameters?: string;
  options: (keyof Options)[];
  /** Asks before it starts, unless --yes is given. */
  asks?: true;
  opening?: Opening;
  /** Runs before the database is opened. */
  prepare?: (terminal: Terminal, options: Options) => void;
  /** @throws Error with one line if it fails */
  run: (context: Context, words: string[]) => Promise<void>;
}
