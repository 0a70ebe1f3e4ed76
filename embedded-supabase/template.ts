import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { openDurablePostgres } from "./durable-postgres";
import { syncTree } from "./files";

/**
 * Puts an empty database into a folder. Creating one takes 700 MB of memory,
 * because PGlite runs initdb in a second Postgres; a copy takes none.
 */
export async function createPostgres(
  folder: string,
  templates?: string,
): Promise<void> {
  // The folder gets its name only when it is complete, so the next start never
  // opens a database whose creation was interrupted.
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const template = templates && templateFolder(templates);
  if (template && existsSync(template)) {
    cpSync(template, unfinished, { recursive: true });
  } else {
    const sql = await openDurablePostgres(unfinished);
    await sql.close();
  }
  // Postgres syncs only what it changes later, which is few of these files.
  syncTree(unfinished);
  renameSync(unfinished, folder);
}

/** Makes the empty database that new folders copy, unless it is there. */
export async function makeTemplate(templates: string): Promise<void> {
  const template = templateFolder(templates);
  if (existsSync(template)) return;
  mkdirSync(templates, { recursive: true });
  const readable = `${template}.readable`;
  rmSync(readable, { recursive: true, force: true });
  await createPostgres(readable);
  // One user may build the site and another run it. PGlite's files are writable
  // by all, which a copy would keep.
  chmodSync(readable, 0o755);
  const options = { recursive: true, withFileTypes: true } as const;
  for (const entry of readdirSync(readable, options)) {
    const file = path.join(entry.parentPath, entry.name);
    chmodSync(file, entry.isDirectory() ? 0o755 : 0o644);
  }
  renameSync(readable, template);
}

/** Another version of PGlite may not open the files of this one. */
function templateFolder(templates: string): string {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  const file = path.join(path.dirname(main), "../package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as {
    version: string;
  };
  return path.join(templates, version);
}
