import { Scripts } from "@remix-run/react";
import { digestOf, isAsServed } from "~/client/as-served";
import { onDemand } from "~/client/on-demand";

const id = "on-demand";

/** The page's script need not carry what stands in the page. */
const source = import.meta.env.SSR
  ? `(${onDemand})(()=>(${isAsServed})(${digestOf}))`.replace(/^\s+/gm, "")
  : (document.getElementById(id)?.textContent ?? "");

/** React and the rest, for when the visitor turns to a form. */
export function ScriptsOnDemand() {
  return (
    <>
      <Scripts />
      {/* Vite's development server has scripts of its own in the page. */}
      {import.meta.env.PROD && (
        <script id={id} dangerouslySetInnerHTML={{ __html: source }} />
      )}
    </>
  );
}

/**
 * Has Remix's scripts wait in the rendered page. Attributes are all that is
 * changed: React takes over the very nodes that it has rendered. No visitor can
 * write any of these texts into a page, where quotes are escaped.
 */
export function putScriptsToSleep(html: string): string {
  // Remix streams its data behind the document, where HTML allows nothing. The
  // browser's parser puts it at the end of the body.
  const whole = html.replace(
    /(<\/body><\/html>)([^]*)$/,
    (_, end: string, streamed: string) =>
      streamed.replace(/<!--\/?\$-->/g, "") + end,
  );
  return (
    whole
      // HTML allows dns-prefetch in a body, and the browser already knows the
      // address of this host.
      .replaceAll('rel="modulepreload"', 'rel="dns-prefetch"')
      .replace(
        '<script type="module" async="">',
        `<script type="text/plain" data-digest="${digestOfHtml(whole)}">`,
      )
  );
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The digest of a document that React has rendered: see `isAsServed`. */
function digestOfHtml(html: string): string {
  const tokens =
    /<!--[^]*?-->|<(script|style)\b[^]*?<\/\1>|<(\w+)[^>]*>|<[^>]*>|[^<]+/gi;
  // Browsers drop a line break that begins a textarea.
  const parsed = html.replace(/(<textarea[^>]*>)\n/, "$1");
  const parts: string[] = [];
  for (const [token, script, element] of parsed.matchAll(tokens)) {
    const name = script ?? element;
    if (name) parts.push(name.toLowerCase());
    else if (!token.startsWith("<")) {
      parts.push(token.replace(/&[#\w]+;/g, (sign) => entities[sign] ?? sign));
    }
  }
  return digestOf(parts);
}
