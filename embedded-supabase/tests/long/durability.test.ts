import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "../../supabase";
import type { EmbeddedSupabase } from "../../supabase";
import { askOwner } from "../../query-socket";
import { insertSignup, temporaryFolder } from "#supabase/testing";
import { recordDisk } from "../recorded-disk";
import type { Unsynced } from "../recorded-disk";

// The folder's database is made, not copied: template.test.ts copies one.
const { migrations } = databaseFolders;
const folders = { migrations };
const folder = temporaryFolder();
const copies = temporaryFolder();
let disk: ReturnType<typeof recordDisk>;
let supabase: EmbeddedSupabase;
let closed = false;
const acknowledged: string[] = [];

beforeAll(async () => {
  disk = recordDisk(folder);
  supabase = await openEmbeddedSupabase(path.join(folder, "new/data"), folders);
});
afterAll(async () => {
  disk.stop();
  if (!closed) await supabase.close();
  for (const made of [folder, copies]) rmSync(made, { recursive: true });
});

async function insert(email: string): Promise<number> {
  const status = await insertSignup(supabase, email);
  if (status === 201) acknowledged.push(email);
  return status;
}

async function fsyncsOf(run: () => Promise<unknown>): Promise<number> {
  const before = disk.fsyncs();
  await run();
  return disk.fsyncs() - before;
}

describe("an fsync", () => {
  test("comes before each row's acknowledgement, one by one", async () => {
    for (let row = 0; row < 10; row += 1) {
      const fsyncs = await fsyncsOf(() => insert(`counted-${row}@example.com`));
      expect(fsyncs).toBeGreaterThan(0);
    }
    expect(acknowledged).toHaveLength(10);
  });

  test("is not spent on a row that is refused, nor on reading", async () => {
    const refused = await fsyncsOf(async () => {
      expect(await insert("counted-0@example.com")).toBe(409);
    });
    expect(refused).toBe(0);
    const read = await fsyncsOf(() =>
      supabase.database.query("select from beta_signups"),
    );
    expect(read).toBe(0);
  });
});

describe("after a power cut", () => {
  const insertMore = async (name: string) => {
    for (let row = 0; row < 50; row += 1) {
      expect(await insert(`${name}-${row}@example.com`)).toBe(201);
    }
  };
  const cuts: [string, Unsynced, () => Promise<unknown>][] = [
    ["in a new folder", "none", () => insertMore("new")],
    [
      "after a checkpoint, unsynced writes done in part",
      "every second",
      async () => {
        await supabase.database.exec("checkpoint");
        await insertMore("checkpoint");
      },
    ],
    [
      "after a person was erased and the tables rewritten",
      "every second",
      async () => {
        const owner = await askOwner(path.join(folder, "new/data"));
        const erased = await owner?.erase(
          "delete from beta_signups where email = $1 returning id",
          [acknowledged.shift()],
        );
        expect(erased?.rows).toHaveLength(1);
        await insertMore("rewritten");
      },
    ],
    [
      "after closing",
      "none",
      async () => {
        await supabase.close();
        closed = true;
      },
    ],
  ];
  test.each(cuts)(
    "%s, every acknowledged row is there, once",
    async (name, unsynced, before) => {
      await before();
      const copy = path.join(copies, name);
      disk.cutPower(copy, unsynced);
      const after = await openEmbeddedSupabase(
        path.join(copy, "new/data"),
        folders,
      );
      const { rows } = await after.database.query<{ email: string }>(
        "select email from beta_signups",
      );
      await after.close();
      expect(rows.map(({ email }) => email).sort()).toEqual(
        [...acknowledged].sort(),
      );
    },
  );
});
