#!/usr/bin/env node
// Node 20 runs no TypeScript. tsx would read the settings of the folder from
// which it is called.
process.env.TSX_TSCONFIG_PATH = `${import.meta.dirname}/tsconfig.json`;
const { register } = await import("tsx/esm/api");
register();
await import("./cli.ts");
