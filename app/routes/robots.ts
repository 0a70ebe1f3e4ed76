import { siteUrl } from "~/server/env.server";

/** Everything may be indexed; error pages say for themselves that they may not. */
export const loader = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
