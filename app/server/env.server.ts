import { checkEnv } from "~/server/check-env.server";
import { exitWithMessage } from "~/server/log.server";

const { env: checked, problems } = checkEnv();

/** The operator's settings, read once at the first import. */
export const env = checked ?? exitWithMessage(problems.join("\n"));

/** The public origin, without a trailing slash. */
export const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
