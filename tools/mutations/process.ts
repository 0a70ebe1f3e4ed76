import type { Mutations } from "./mutation";

export const processes: Mutations = {
  "A power cut loses no row": [
    {
      file: "app/embedded-supabase/durable-postgres.server.ts",
      from: 'PGlite.defaultStartParams.filter((parameter) => parameter !== "-F")',
      to: "PGlite.defaultStartParams",
    },
    {
      file: "app/embedded-supabase/template.server.ts",
      from: "syncTree(unfinished);",
      test: "every acknowledged row",
    },
  ],
  "On a failing or full disk": [
    {
      file: "app/embedded-supabase/durable-postgres.server.ts",
      from: "return inputOutputError;",
      to: "return 0;",
      test: "ends the process, and nothing is acknowledged",
    },
    {
      file: "app/embedded-supabase/group-commit.server.ts",
      from: 'if (typeof result !== "number") endOnSystemError(result);',
      test: "without a descriptor",
    },
    {
      file: "app/embedded-supabase/durable-postgres.server.ts",
      from: 'if (fstatSync(nfd).nlink === 0) endProcess("its folder was removed");',
      test: "a site whose folder was removed",
    },
  ],
  "On a full disk the pages are served": [
    {
      file: "app/data/supabase.server.ts",
      from: "if (!(error instanceof DiskFullError)) throw error;",
      to: "throw error;",
    },
  ],
  "A damaged `anon-key` stops the start": [
    {
      file: "app/embedded-supabase/index.server.ts",
      from: 'if (!/^sb_publishable_[\\w-]{32}$/.test(key)) throw refuse("contains no key");',
    },
  ],
  "One process at a time uses the folder": [
    {
      file: "app/embedded-supabase/folder.server.ts",
      from: "if (flock.status === 0) return",
      to: "return",
    },
  ],
  "A job reads and erases by key": [
    {
      file: "app/embedded-supabase/jobs.server.ts",
      from: "sql.includes(batchMark) ? rows.at(-1)?.slice(0, keys) : undefined",
      to: "undefined",
      test: "reads what its file reads",
    },
    {
      file: "app/embedded-supabase/jobs.server.ts",
      from: "sql.includes(batchMark) ? rows.at(-1)?.slice(0, keys) : undefined",
      to: "undefined",
      test: "messages are erased",
    },
  ],
  "A job reads and erases by key: 95 of 100": [
    {
      file: "supabase/migrations/20251106000000_jobs_by_key.sql",
      from: "on public.contact_messages (created_at, id);",
      to: "on public.contact_messages (message);",
      test: "each batch of a job is short",
    },
  ],
  "A job that fails halfway": [
    {
      file: "app/embedded-supabase/job-socket.server.ts",
      from: "  } catch {\n    throw new Error(brokenOff);",
      to: "  } catch {",
      test: "halfway is an error",
    },
    {
      file: "app/embedded-supabase/job-socket.server.ts",
      from: "yield toLine({ error: (error as Error).message });",
      test: "reports why it failed halfway",
    },
    {
      file: "app/embedded-supabase/job-socket.server.ts",
      from: "server.closeAllConnections();",
      test: "closing ends running jobs",
    },
  ],
  "The jobs print no control": [
    {
      file: "app/commands/waitlist/result-format.ts",
      from: "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]",
      to: "[\\p{Cc}]",
    },
  ],
  "SIGTERM ends the site": [
    {
      file: "app/server/start.server.ts",
      from: "void close();",
      test: "idle on the embedded database",
    },
    {
      file: "app/server/node-server.server.ts",
      from: "if (size === 0) socket.destroy();",
      to: "if (size >= 0) socket.destroy();",
      test: "a post that waits",
    },
    {
      file: "app/server/node-server.server.ts",
      from: "setTimeout(() => server.closeAllConnections(), shutdownGraceMs).unref();",
      test: "half-sent and busy",
    },
  ],
  "With wrong variables the site does not start": [
    {
      file: "app/server/check-env.server.ts",
      from: "error?.issues.map(",
      to: "error?.issues.slice(0, 1).map(",
      test: "a line of its own",
    },
    {
      file: "app/server/check-env.server.ts",
      from: "if (secrets.includes(name)) return `${value.length} characters`;",
      test: "without revealing a secret",
    },
  ],
  "The site is built, used in both modes": [
    {
      file: "app/server/node-server.server.ts",
      from: 'setImmediate(() => refuseNode("publishes no server"))',
      to: "setImmediate(() => {})",
      test: "publishes no server ends the start",
    },
    {
      file: "app/server/node-server.server.ts",
      from: "if (!(name in server)) refuseNode",
      to: 'if (name === "") refuseNode',
      test: "a Node that has renamed a setting ends the start with one line",
    },
    {
      // Node 20 has no WebSocket.
      file: "app/data/supabase.server.ts",
      from: "realtime: { transport: noWebSocket as unknown as typeof WebSocket },",
      test: "built and run by Node",
    },
  ],
  "The site survives when its log's reader": [
    {
      file: "app/server/start.server.ts",
      from: 'stream.on("error", () => {});',
    },
  ],
  "No key, schema or database client": [
    {
      file: "app/forms/fields.ts",
      from: 'export const idempotencyKeyName = "idempotency_key";',
      to: 'import { z } from "zod";\nexport const idempotencyKeyName = z.string().parse("idempotency_key");',
    },
  ],
  "A killed site neither loses": [
    {
      // Acknowledges each row before its commit.
      file: "app/embedded-supabase/group-commit.server.ts",
      from: "next.push({ ...submission, resolve, reject });",
      to: "next.push({ ...submission, resolve, reject });\n      resolve(1);",
    },
  ],
};
