import { siteUrl } from "~/server/env.server";

/** Everything may be indexed, except error pages, which say noindex. */
export const loader = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
