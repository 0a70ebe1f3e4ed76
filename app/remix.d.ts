import "@remix-run/node";
import type { Failure } from "~/forms/answer";

declare module "@remix-run/node" {
  /** Loaders and actions answer with what they return (remix.config.js). */
  interface Future {
    v3_singleFetch: true;
  }

  /** One object a request: how an action tells the loaders of its document. */
  interface AppLoadContext {
    /** The form that this document refuses. */
    failure?: Failure;
  }
}
