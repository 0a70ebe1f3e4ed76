#!/usr/bin/env node
import { register } from "tsx/esm/api";
import { register as registerCommonJs } from "tsx/cjs/api";

// Node 20 runs no TypeScript. A folder without "type": "module" takes a
// description for CommonJS.
register();
registerCommonJs();
await import("./cli.ts");
