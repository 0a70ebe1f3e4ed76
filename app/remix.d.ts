import "@remix-run/node";

declare module "@remix-run/node" {
  /** Loaders and actions answer with what they return (remix.config.js). */
  interface Future {
    v3_singleFetch: true;
  }

  /** One object a request: how an action tells the loaders of its document. */
  interface AppLoadContext {
    /** The action refused the form that this document answers. */
    refused?: boolean;
  }
}
