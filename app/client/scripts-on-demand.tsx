import { Scripts } from "@remix-run/react";
import source from "virtual:inline-script";
import { digestOf } from "~/client/on-demand";

const id = "on-demand";

/** The browser reads it from the page, so the bundle does not contain it. */
const script = import.meta.env.SSR
  ? source
  : (document.getElementById(id)?.textContent ?? "");

/** React and Remix, loaded when the visitor turns to a form. */
export function ScriptsOnDemand() {
  return (
    <>
      <Scripts />
      {/* Vite's development server adds its own scripts to the page. */}
      {import.meta.env.PROD && (
        <script id={id} dangerouslySetInnerHTML={{ __html: script }} />
      )}
    </>
  );
}

/**
 * Keeps Remix's scripts from running until `wakeOnDemand` starts them. Only
 * attributes and a script's white space change, so React finds the nodes that it
 * rendered. Visitors' text cannot match these patterns, because its quotes are
 * escaped.
 */
export function putScriptsToSleep(html: string): string {
  // Remix streams its data after </html>, where HTML allows nothing. One script
  // needs one hash in the policy.
  const end = "</body></html>";
  const [page = "", streamed = ""] = html.split(end);
  const data = streamed.replace(/<!--\/?\$-->|<\/?script>/g, "");
  const whole =
    page.replace(
      /<script>window\.__remixContext[^]*?(?=<\/script>)/,
      (script) => script.replace(unneeded, "") + data,
    ) + end;
  return (
    whole
      // HTML allows dns-prefetch in the body, and for the page's own host it
      // costs nothing.
      .replaceAll('<link rel="modulepreload"', '<link rel="dns-prefetch"')
      .replace(
        /<script type="module" async="">([^]*?)(?=<\/script>)/,
        (_, text: string) =>
          `<script type="text/plain" data-digest="${digestOf(whole)}">${text.replace(/\n *|(?<=":) /g, "").replace(unneeded, "")}`,
      )
  );
}

/**
 * The browser's part of Remix 2.17 takes a setting that is missing for false or for
 * its default, and does not read the last two here.
 */
const unneeded =
  /"(?:\w+":false|css":\[\]|basename":"\/"|v3_routeConfig":true|url":"[^"]*"),?/g;
