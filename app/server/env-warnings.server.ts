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
    .map((name) => {
      const nearest = nearestOf(known, name);
      const hint = nearest ? `; is ${nearest} meant?` : ".";
      return { name, text: `in .env is no setting of the site${hint}` };
    });
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

/** @returns the nearest known name, if few letters differ */
function nearestOf(known: string[], name: string): string | undefined {
  const edits = (other: string) => editsBetween(other, name.toUpperCase());
  const [nearest] = known
    .filter((other) => edits(other) <= name.length / 3)
    .sort((a, b) => edits(a) - edits(b));
  return nearest;
}

/** Levenshtein's distance: letters inserted, removed or replaced. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [removed, letter] of [...from].entries()) {
    let last = removed + 1;
    row = row.map((above, index) => {
      if (index === 0) return last;
      const diagonal = row[index - 1] ?? 0;
      const same = letter === to[index - 1];
      last = Math.min(above + 1, last + 1, same ? diagonal : diagonal + 1);
      return last;
    });
  }
  return row[to.length] ?? 0;
}
