import type { IncomingHttpHeaders } from "node:http";
import { env } from "~/server/env.server";

/**
 * Whether a form was posted from this site, as the browser tells it. What tells
 * nothing (text browsers, curl) is no browser that another site could misuse.
 *
 * SITE_URL decides where it is set: behind a proxy that rewrites Host, the
 * browser knows the site by another name.
 */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  // A privacy setting may hide the origin; the browser still says whether it
  // is the same.
  if (origin === "null") return site === "same-origin";
  if (origin === undefined) return !site || /^(same-origin|none)$/.test(site);
  if (env.SITE_URL) return origin === env.SITE_URL;
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  // A proxy may name the port that the browser leaves out.
  const { protocol, host: from } = new URL(origin);
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === from;
}
