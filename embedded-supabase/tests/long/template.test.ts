import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeTemplate } from "../../template";
import pglite from "../../../node_modules/@electric-sql/pglite/package.json" with { type: "json" };
import { temporaryFolder } from "#supabase/testing";

const templates = temporaryFolder();
afterAll(() => rmSync(templates, { recursive: true }));

test("the database that a new folder copies has the name of its PGlite, is readable by all, writable by its owner and made once", async () => {
  await makeTemplate(templates);
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
