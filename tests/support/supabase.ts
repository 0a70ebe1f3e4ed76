import { once } from "node:events";
import { constants, cpSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createHttpServer } from "~/embedded-supabase/http.server";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";

export const temporaryFolder = () =>
  mkdtempSync(path.join(tmpdir(), "kandi-test-"));

/**
 * A folder with a migrated database in it. Where a run has no template, whoever
 * opens the folder makes the database.
 */
export function databaseFolder(folder = temporaryFolder()) {
  const template = process.env.KANDI_DATABASE_TEMPLATE;
  const mode = constants.COPYFILE_FICLONE;
  if (template) cpSync(template, folder, { recursive: true, mode });
  return folder;
}

/** A Supabase of the test's own on a port, whose tables the test can read. */
export async function startSupabase() {
  const folder = databaseFolder();
  const supabase = await openEmbeddedSupabase(folder);
  /** Run before each request is carried out, and before it is answered. */
  let before = async () => {};
  let after = async () => {};
  const server = createHttpServer({
    ...supabase,
    fetch: async (...request) => {
      try {
        await before();
        const answer = await supabase.fetch(...request);
        await after();
        return answer;
      } catch {
        return new Response("<h1>The test says no.</h1>", { status: 500 });
      }
    },
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const rows = async <Row>(query: string, parameters: unknown[] = []) =>
    (await supabase.database.query<Row>(query, parameters)).rows;

  return {
    env: {
      SUPABASE_URL: `http://127.0.0.1:${port}`,
      SUPABASE_ANON_KEY: supabase.anonKey,
      SESSION_SECRET: "only for the tests of this project",
    },
    /** How the database behaves from now on. */
    behave: (how: () => Promise<void>) => {
      before = how;
    },
    /** The same, of what it does when a row is already stored. */
    behaveAfter: (how: () => Promise<void>) => {
      after = how;
    },
    rows,
    /** The rows of one address. */
    signups: (email: string) =>
      rows("select from beta_signups where email = $1", [email]),
    messages: (email: string) =>
      rows("select from contact_messages where email = $1", [email]),
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await supabase.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type TestSupabase = Awaited<ReturnType<typeof startSupabase>>;
