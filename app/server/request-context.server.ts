import { AsyncLocalStorage } from "node:async_hooks";
import type { Toast } from "~/forms/toasts";

/** The middleware tells the routes this about a request. */
export interface RequestContext {
  /** The visitor's address, by which posts are counted. */
  address: string;
  /** The toast that the page shows. */
  toast?: Toast | undefined;
}

/** remix-serve hands routes no context. */
const contexts = new AsyncLocalStorage<RequestContext>();

/** Runs the routes of one request. */
export const runInContext = <Result>(
  context: RequestContext,
  run: () => Result,
): Result => contexts.run(context, run);

/** @returns undefined outside of a request, as in unit tests */
export const currentContext = (): RequestContext | undefined =>
  contexts.getStore();
