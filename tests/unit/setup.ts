import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

// The site's modules read the environment when they are first imported.
process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), "kandi-unit-"));
delete process.env.PORT;
delete process.env.HOST;
delete process.env.SITE_URL;
delete process.env.SUPABASE_URL;
delete process.env.SUPABASE_ANON_KEY;
process.env.SESSION_SECRET = "only for the tests of this project";
