/** Relative to the folder in which the site is started, as `public` is. */
export const sqlFolders = {
  /** The schema, the only one. */
  migrations: "supabase/migrations",
  /** The operator's jobs. */
  queries: "supabase/queries",
};
