import { readEnv } from "~/server/env-schema.server";
import type { Env } from "~/server/env-schema.server";
import { stop } from "~/server/stop.server";

function readEnvOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    stop(error);
  }
}

/** What an operator set, read once, when this is first imported. */
export const env = readEnvOrExit();

/** The public origin, without a trailing slash. */
export const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
