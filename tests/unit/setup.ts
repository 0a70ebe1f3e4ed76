import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

// The site's modules read the environment when they are first imported.
const folder = mkdtempSync(path.join(tmpdir(), "kandi-unit-"));
process.env.DATA_DIR = folder;
delete process.env.PORT;
delete process.env.HOST;
delete process.env.SITE_URL;
delete process.env.SUPABASE_URL;
delete process.env.SUPABASE_ANON_KEY;
process.env.SESSION_SECRET = "only for the tests of this project";

afterAll(() => rmSync(folder, { recursive: true, force: true }));
