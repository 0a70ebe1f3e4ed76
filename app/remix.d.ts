import "@remix-run/node";

declare module "@remix-run/node" {
  /** Loaders and actions answer with what they return (remix.config.js). */
  interface Future {
    v3_singleFetch: true;
  }
}
