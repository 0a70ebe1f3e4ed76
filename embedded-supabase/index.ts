// Everything outside this folder imports `#supabase`, which is this file.

export { openMigratedDatabase } from "./database";
export type { Folders, Store } from "./database";
export type { Log } from "./migrations";
export { makeFolder, syncPath } from "./durable-postgres";
export type { Queryable } from "./durable-postgres";
export { DiskFullError, freeSpace, lackOf, onSpace } from "./disk";
export { lockFile, refuseForeignFolder } from "./folder";
export { migrationStates, supabaseProject } from "./migrations";
export { askOwner } from "./query-socket";
export { openEmbeddedSupabase } from "./supabase";
export type { EmbeddedSupabase } from "./supabase";
