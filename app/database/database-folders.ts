/** The folders that the embedded database reads, relative to the project's. */
export const databaseFolders = {
  migrations: "supabase/migrations",
  /** `npm run build` puts an empty database there, which a new one copies. */
  templates: "build/postgres",
};
