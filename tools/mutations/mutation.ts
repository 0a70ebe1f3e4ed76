/** One small change that takes a mechanism out. */
export interface Mutation {
  file: string;
  /** Stands once in the file. */
  from: string;
  /** Nothing, if left out. */
  to?: string;
  /**
   * A part of the name of the only test that it breaks, if it breaks not all. It
   * may say what the name's … stands for.
   */
  test?: string;
}

/** By how the promise in docs/promises.md begins. */
export type Mutations = Record<string, Mutation[]>;
