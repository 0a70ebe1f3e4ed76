import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { Toast } from "~/forms/toasts";
import { clientAddress } from "~/server/middleware/rate-limit.server";

/**
 * The middleware tells the routes this about a request. V8 promotes an object literal
 * with a getter, and all that the getter closes over, to the old generation: a class
 * raises the rate of cached pages by a third.
 */
export class RequestContext {
  readonly #request: IncomingMessage;

  /** The toast that the page shows. */
  toast: Toast | undefined;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  /** The visitor's address. Most cached pages never need it, and parsing it takes time. */
  get address(): string {
    return clientAddress(this.#request);
  }
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
