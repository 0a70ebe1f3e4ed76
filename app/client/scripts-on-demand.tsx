import { Scripts } from "@remix-run/react";
import source from "virtual:inline-script";
import { digestOf } from "~/client/on-demand";

/** The browser keeps the document's. */
const script = import.meta.env.SSR ? source : "";

/** React and Remix, loaded when the visitor turns to a form. */
export function ScriptsOnDemand() {
  return (
    <>
      <Scripts />
      <script
        dangerouslySetInnerHTML={{ __html: script }}
        suppressHydrationWarning
      />
    </>
  );
}

/**
 * Puts Remix's scripts together into one that runs when `loadReactOnDemand` starts it.
 * Only attributes and scripts change, so React finds the nodes that it rendered.
 * Visitors' text cannot match these patterns, because its quotes are escaped.
 */
export function deferScripts(html: string): string {
  // Remix streams its data after </html>, where HTML allows nothing.
  const end = "</body></html>";
  const [page = "", streamed = ""] = html.split(end);
  let context = "";
  const whole =
    page.replace(
      /(?<=<script>)window\.__remixContext[^]*?(?=<\/script>)/,
      (script) => {
        context = script + streamed.replace(/<!--\/?\$-->|<\/?script>/g, "");
        return "";
      },
    ) + end;
  return (
    whole
      // HTML allows dns-prefetch in the body, and for the page's own host it
      // costs nothing.
      .replaceAll('<link rel="modulepreload"', '<link rel="dns-prefetch"')
      .replace(
        /<script type="module" async="">([^]*?)(?=<\/script>)/,
        (_, text: string) =>
          `<script type="text/plain" data-digest="${digestOf(whole)}">${context.replace(unneeded, "")}${text.replace(/\n *|(?<=[:=]) | (?==)/g, "").replace(unneeded, "")}`,
      )
  );
}

/**
 * The browser's part of Remix 2.17 takes a setting that is missing for false or for
 * its default, and does not read the last two here. The other future flags change
 * fetchers, relative links and navigations, which the site has not.
 */
const unneeded =
  /"(?:\w+":false|css":\[\]|basename":"\/"|v3_(?!singleFetch|lazy)\w+":true|(?:url|version)":"[^"]*"),?/g;
