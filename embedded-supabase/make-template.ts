import { databaseFolders } from "~/data/database-folders";
import { makeTemplate } from "~/embedded-supabase/template.server";

// The last step of `npm run build`, in a process of its own, because it takes
// 700 MB of memory besides Vite's.
await makeTemplate(databaseFolders.templates);
