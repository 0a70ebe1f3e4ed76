import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { schema } from "~/server/check-env.server";

/** Anything else may be a piece of a secret, which is never printed. */
const printableName = /^[A-Z_][\w-]{0,39}$/i;

/** Names that Node, npm, the tests or the operator's jobs read. */
const othersNames =
  /^(?:NODE_|NPM_|SSL_|LC_|TSX_|PLAYWRIGHT_|COMPOSE_)|^(?:NODES|CHROMIUM_PATH|DEBUG|FORCE_COLOR|LANG|NO_COLOR|OPENSSL_CONF|PATH|TMPDIR|TZ|UV_THREADPOOL_SIZE)$|_PROXY$/i;

/** A setting that does not stop the site, but is probably not meant. */
export interface EnvWarning {
  name: string;
  /** Ends the sentence that begins with the name. */
  text: string;
}

/**
 * Warns of names in .env that the site does not know, and of a missing SITE_URL.
 *
 * @param names of .env only, because every environment has many others
 */
export function envWarnings(
  siteUrl: string | undefined,
  names = namesInFile(".env"),
): EnvWarning[] {
  const known = Object.keys(schema.shape);
  const warnings = names
    .filter((name) => printableName.test(name) && !othersNames.test(name))
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, text: "in .env is no setting of the site." }));
  if (!siteUrl) {
    warnings.push({
      name: "SITE_URL",
      text: "is not set: canonical links name localhost, cookies are not Secure and there is no HSTS; set it to the public origin such as https://kandi.example.",
    });
  }
  return warnings;
}

function namesInFile(file: string): string[] {
  try {
    return Object.keys(parseEnv(readFileSync(file, "utf8")));
  } catch {
    // load-env.js has named a file that cannot be read.
    return [];
  }
}
