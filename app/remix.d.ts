import "@remix-run/node";

declare module "@remix-run/node" {
  /** Types loader and action data as returned; remix.config.js sets it. */
  interface Future {
    v3_singleFetch: true;
  }
}
