import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "../../supabase";
import { makeTemplate } from "../../template";
import pglite from "../../../node_modules/@electric-sql/pglite/package.json" with { type: "json" };
import { insertSignup, temporaryFolder } from "#supabase/testing";
import { recordDisk } from "../recorded-disk";

const folder = temporaryFolder();
const templates = path.join(folder, "templates");
const folders = { ...databaseFolders, templates };
beforeAll(() => makeTemplate(templates));
afterAll(() => rmSync(folder, { recursive: true }));

test("a template has the name of its PGlite's version, is readable by all and writable by its owner, and is made once", async () => {
  expect(readdirSync(templates)).toEqual([pglite.version]);
  const template = path.join(templates, pglite.version);
  const options = { recursive: true, withFileTypes: true } as const;
  for (const entry of readdirSync(template, options)) {
    const file = path.join(entry.parentPath, entry.name);
    const mode = statSync(file).mode & 0o777;
    expect(mode, file).toBe(entry.isDirectory() ? 0o755 : 0o644);
  }
  const { ino } = statSync(template);
  await makeTemplate(templates);
  expect(statSync(template).ino).toBe(ino);
});

test("in a new folder that copied its database, a power cut loses no acknowledged row", async () => {
  const root = path.join(folder, "disk");
  mkdirSync(root);
  const disk = recordDisk(root);
  const dataDir = path.join(root, "data");
  const supabase = await openEmbeddedSupabase(dataDir, folders);
  expect(await insertSignup(supabase, "a@example.com")).toBe(201);
  const copy = path.join(folder, "copy");
  disk.cutPower(copy, "none");
  disk.stop();
  await supabase.close();
  expect(statSync(path.join(dataDir, "postgres")).mode & 0o777).toBe(0o700);

  // Without a template, only the files that the power cut left can open.
  const { migrations } = databaseFolders;
  const after = await openEmbeddedSupabase(path.join(copy, "data"), {
    migrations,
  });
  const { rows } = await after.database.query("select email from beta_signups");
  await after.close();
  expect(rows).toEqual([{ email: "a@example.com" }]);
});
