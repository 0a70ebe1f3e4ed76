// Everything outside this folder imports `#supabase`, which is this file.

export { openMigratedDatabase } from "./database";
export type { Folders, Store } from "./database";
export type { Queryable } from "./durable-postgres";
export { readMigrationStates } from "./migrations";
export { askOwner } from "./query-socket";
export { openEmbeddedSupabase } from "./supabase";
export type { EmbeddedSupabase } from "./supabase";
