import { schema } from "~/server/check-env.server";
import { readEnvFile } from "~/server/env-file.js";
import type { EnvFile } from "~/server/env-file.js";

/** Anything else may be a piece of a secret, which is never printed. */
const printableName = /^[A-Z_][\w-]{0,39}$/i;

/** Names in .env that the site does not read, by who reads them. */
const others: [names: RegExp, text?: string][] = [
  [
    /^NODE_(?:OPTIONS|EXTRA_CA_CERTS)$|_PROXY$/i,
    "in .env comes too late: Node reads it before .env, so set it where the site is started, such as in its unit.",
  ],
  [
    /^(?:NODE|SSL|OPENSSL|UV)_|^(?:DEBUG|PATH|TMPDIR|TZ)$/i,
    "in .env is not a setting of the site, and changes how Node and libraries run it.",
  ],
  // npm, the tests and Docker Compose.
  [
    /^(?:NPM|TSX|PLAYWRIGHT|COMPOSE|LC)_|^(?:NODES|CHROMIUM_PATH|FORCE_COLOR|LANG|NO_COLOR)$/i,
  ],
  [/^/, "in .env is not a setting of the site; check its spelling."],
];

/**
 * Warns of names in .env that the site does not read or that are given twice, of a
 * missing SITE_URL, and of an environment in which Node checks no certificate.
 *
 * @param file .env only, because every environment has many other names
 * @returns settings that are probably not meant; each text ends a sentence that begins
 *   with the name
 */
export function envWarnings(
  siteUrl: string | undefined,
  { values, repeated }: Pick<EnvFile, "values" | "repeated"> = readEnvFile(),
) {
  const known = Object.keys(schema.shape);
  const warnings = Object.keys(values)
    .filter((name) => printableName.test(name) && !known.includes(name))
    .flatMap((name) => {
      const [, text] = others.find(([names]) => names.test(name)) ?? [];
      return text ? { name, text } : [];
    });
  const twice = "is given twice in .env; the last one counts.";
  for (const name of repeated.filter((name) => printableName.test(name))) {
    warnings.push({ name, text: twice });
  }
  if (!siteUrl) {
    warnings.push({
      name: "SITE_URL",
      text: "is not set: canonical links name localhost, cookies are not Secure and there is no HSTS; set it to the public origin such as https://kandi.example.",
    });
  }
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    warnings.push({
      name: "NODE_TLS_REJECT_UNAUTHORIZED",
      text: "is 0: the site takes whoever answers for Supabase; remove it, and name a private authority's file in NODE_EXTRA_CA_CERTS.",
    });
  }
  return warnings;
}

/** Ends the reason of a server that cannot be reached, if a proxy may be why. */
export function proxyHint(): string {
  const name = Object.keys(process.env).find((name) =>
    /^(?:https?|all)_proxy$/i.test(name),
  );
  return name
    ? `; ${name} is set, which Node uses only with NODE_USE_ENV_PROXY=1 in the environment that starts it, not in .env`
    : "";
}

/** By this request header the doctor asks /healthz whether the proxy's header comes. */
export const doctorHeader = "X-Doctor";
