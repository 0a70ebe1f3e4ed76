import type { Io } from "./main";
import type { Format } from "./print";
import type { Needs, Store } from "./store";

export interface Options extends Format {
  yes?: boolean | undefined;
  keep?: string | undefined;
  untried?: boolean | undefined;
}

/** What an operator may run. */
export interface Job {
  name: string;
  description: string;
  parameter?: string;
  options: (keyof Options)[];
  needs?: Needs;
  /** @returns the exit status */
  run: (
    context: { store: Store; io: Io; options: Options },
    argument: string,
  ) => Promise<number>;
}
