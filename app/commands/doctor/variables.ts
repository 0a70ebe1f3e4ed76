import { checkEnv } from "~/services/env-schema.server";
import { finding } from "./finding";
import type { Finding } from "./finding";

/** What it means that a variable is not set, where that gives it no value. */
const unset: Record<string, string> = {
  HOST: "all addresses",
  SITE_URL: "http://localhost and PORT",
  SESSION_SECRET: "random at each start",
  SUPABASE_URL: "the embedded database",
  SUPABASE_ANON_KEY: "the embedded database",
  CLIENT_IP_HEADER: "the connection's address counts",
};

/** Each variable; no env where one of them is wrong. */
export function checkVariables() {
  const { env, variables } = checkEnv();
  const findings = variables.map(({ name, held, fallback, problem }): Finding =>
    finding(
      name,
      !problem,
      problem ?? held ?? `not set: ${fallback ?? unset[name]}`,
    ),
  );
  return { env, findings };
}
