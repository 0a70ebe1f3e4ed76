#!/usr/bin/env node
import { register } from "tsx/esm/api";

// Node 20 runs no TypeScript.
register();
await import("./cli.ts");
