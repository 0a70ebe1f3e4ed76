import { Scripts } from "@remix-run/react";
import { onDemand } from "~/client/on-demand";

const id = "on-demand";

/** The page's script need not carry what stands in the page. */
const source = import.meta.env.SSR
  ? `(${onDemand.toString().replace(/^\s+/gm, "")})()`
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
 * write either text into a page, where quotes are escaped.
 */
export const putScriptsToSleep = (html: string) =>
  html
    // HTML allows dns-prefetch in a body, and the browser already knows the
    // address of this host.
    .replaceAll('rel="modulepreload"', 'rel="dns-prefetch"')
    .replace('<script type="module" async="">', '<script type="text/plain">');
