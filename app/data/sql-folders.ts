/** Relative to the working directory, like `public`. */
export const sqlFolders = {
  /** The only definition of the schema. */
  migrations: "supabase/migrations",
  /** The operator's jobs. */
  queries: "supabase/queries",
};

/** `npm run build` puts an empty database there. */
export const templates = "build/postgres";
