import { signupSources } from "~/forms/signup";
import type { SeenRequest } from "~/services/diagnosis.server";
import type { Env } from "~/services/env-schema.server";
import { checkAddress } from "./address";
import { askSite, earlier, reasonOf, request } from "./ask";
import { finding } from "./finding";
import type { Finding } from "./finding";

/** What means that nothing listens, and not that the name or TLS is wrong. */
const notRunning = /^(?:ECONNREFUSED|ETIMEDOUT|status 50[234] .*)$/;

/**
 * What visitors get at SITE_URL.
 *
 * @param isRunning whether this very site answers on PORT
 */
export async function checkSite(
  env: Env,
  isRunning: boolean,
): Promise<Finding[]> {
  const { siteUrl } = env;
  const name = "SITE_URL answers";
  if (!env.siteUrlIsSet) {
    return [finding(name, true, "not asked: SITE_URL is not set")];
  }
  const answer = await askSite(siteUrl, env);
  if (answer.from === "earlier") {
    return [finding(name, false, `${siteUrl} leads to ${earlier}`)];
  }
  if (answer.from !== "site") {
    const got = answer.from === "nobody" ? answer.reason : answer.what;
    const isDown = !isRunning && notRunning.test(got);
    const text = isDown
      ? `not yet (${got}): no site runs here; start it, then look again`
      : `${siteUrl} gives ${got}; let its name, certificate and proxy lead to this site`;
    return [finding(name, isDown, text)];
  }
  const { seen } = answer;
  return [
    !seen || seen.siteUrl === siteUrl
      ? finding(name, true, `${siteUrl} leads to this site`)
      : finding(
          name,
          false,
          `the site there runs with SITE_URL ${seen.siteUrl}; start it again with this one`,
        ),
    await checkPosts(siteUrl),
    ...(seen ? [checkHost(seen)] : []),
    await checkAddress(env, seen),
  ];
}

/** Nothing depends on it where SITE_URL is set. */
const checkHost = ({ host }: SeenRequest) =>
  finding("SITE_URL Host seen", true, JSON.stringify(host));

/** An empty form is refused after its origin was looked at, and never stored. */
async function checkPosts(siteUrl: string): Promise<Finding> {
  const post = async (origin: string) => {
    const fields = { email: "", signup_source: signupSources[0] };
    return request(siteUrl, {
      method: "POST",
      headers: { Origin: origin },
      body: new URLSearchParams(fields),
    }).then(
      async ({ status, body }) => {
        // What nobody reads keeps the process from ending.
        await body?.cancel();
        return String(status);
      },
      (error: unknown) => reasonOf(error),
    );
  };
  const own = await post(siteUrl);
  const foreign = await post("https://elsewhere.invalid");
  // The limit by address comes after the origin.
  const ok = /^4(?:22|29)$/.test(own) && foreign === "403";
  const text = ok
    ? "taken from the site's own pages, refused from others"
    : `an empty form of the site's own is answered with ${own}, another site's with ${foreign}, instead of 422 and 403; let the proxy pass posts and their Origin as they are`;
  return finding("SITE_URL posts", ok, text);
}
