import { schema } from "~/server/check-env.server";
import { readEnvFile } from "~/server/env-file.js";

const unknown =
  "in .env is not a setting of the site; check its spelling. Node reads its own before .env.";
const twice = "is given twice in .env; the last one counts.";
const noSite =
  "is not set: canonical links name localhost, cookies are not Secure and there is no HSTS; set it to the public origin such as https://kandi.example.";

/** Settings that are probably not meant. A name and its text are a sentence. */
export function envWarnings(siteUrl?: string, file = readEnvFile()) {
  const known = Object.keys(schema.shape);
  const strange = Object.keys(file.values).filter((it) => !known.includes(it));
  return [
    ...strange.map((name) => ({ name, text: unknown })),
    ...file.repeated.map((name) => ({ name, text: twice })),
    ...(siteUrl ? [] : [{ name: "SITE_URL", text: noSite }]),
    // Anything else may be a piece of a secret, which is never printed.
  ].filter(({ name }) => /^[A-Z_][\w-]{0,39}$/i.test(name));
}

/** By this request header the doctor asks /healthz whether the proxy's header comes. */
export const doctorHeader = "X-Doctor";
