import { AsyncLocalStorage } from "node:async_hooks";
import type { Toast } from "~/forms/toasts";

/** The middleware tells the routes this about a request. */
export interface Visit {
  /** The visitor's address, by which posts are counted. */
  address: string;
  /** The toast that the page shows. */
  toast?: Toast | undefined;
}

/** remix-serve hands routes no context, so a visit reaches them in this. */
const visits = new AsyncLocalStorage<Visit>();

/** Runs the routes of one request. */
export const runVisit = <Result>(visit: Visit, run: () => Result): Result =>
  visits.run(visit, run);

/** @returns undefined outside of a request, as in unit tests */
export const currentVisit = (): Visit | undefined => visits.getStore();
