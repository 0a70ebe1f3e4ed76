import type { Readable } from "node:stream";
import type { Env } from "~/server/check-env.server";
import type { Output } from "../output";
import type { Format } from "./print";
import type { Opening, Store, StoreConfig } from "./store";

/** The streams and settings of a command. */
export interface Terminal extends Output, StoreConfig {
  env: StoreConfig["env"] & Pick<Env, "BACKUP_DIR">;
  stdin: Readable & { isTTY?: boolean };
}

export interface Options extends Format {
  yes?: boolean | undefined;
  keep?: string | undefined;
  aliases?: boolean | undefined;
  containing?: string | undefined;
  from?: string | undefined;
  since?: string | undefined;
}

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
  /** @returns the exit status */
  run: (context: Context, words: string[]) => Promise<number>;
}
