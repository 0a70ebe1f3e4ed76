import { pages } from "~/content/pages";
import { siteUrl } from "~/server/env.server";

export function loader() {
  const urls = Object.values(pages)
    .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>\n`)
    .join("");
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`,
    { headers: { "Content-Type": "application/xml; charset=utf-8" } },
  );
}
