import { readEnv } from "~/server/check-env.server";
import type { Env } from "~/server/env-schema.server";
import { exitWithMessage } from "~/server/log.server";

function readEnvOrExit(): Env {
  try {
    return readEnv();
  } catch (error) {
    exitWithMessage(error);
  }
}

/** The settings of the operator, read once, at the first import. */
export const env = readEnvOrExit();

/** The public origin, without a trailing slash. */
export const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
