import { AsyncLocalStorage } from "node:async_hooks";
import type { Toast } from "~/forms/answer";

/** A stored form sends its visitor back with this, in a cookie or a ticket. */
export interface Flash {
  /** Undefined if the site has not signed it, or too long ago. */
  toast?: Toast | undefined;
  /** Takes the place of the visitor's cookie, if there is one. */
  shownCookie?: string | undefined;
}

/** The middleware tells the routes this about a request. */
export interface Visit {
  /** The visitor's address, by which posts are counted. */
  address: string;
  /** Whether the address is over a limit of posts. */
  isOverLimit?: boolean;
  flash?: Flash | undefined;
}

/** remix-serve hands routes no context, so a visit reaches them in this. */
const visits = new AsyncLocalStorage<Visit>();

/** Runs the routes of one request. */
export const runVisit = <Result>(visit: Visit, run: () => Result): Result =>
  visits.run(visit, run);

/** @returns undefined outside of a request, as in unit tests */
export const currentVisit = (): Visit | undefined => visits.getStore();
