import { patience, type Audit } from "./examine";
import { Unmeasured } from "./log";
import type { State } from "./site";

/** Links that sign a visitor out, or change something. */
const leaves =
  /log-?out|sign-?out|delete|remove|unsubscribe|restart|reboot|shut-?down|\b(?:clear|pause|stop)\b/i;

/** How long a page may take to load and to name its links. */
const timeoutMs = 4 * patience;

/** Follows links of the same origin, and returns their pages in that order. */
export async function crawl({ site, browser, log }: Audit, max: number) {
  const { href, origin } = new URL(site.baseURL ?? "");
  // The path of a state that is found begins at the origin.
  site.baseURL = origin;
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  // A Set's iterator also visits what is added later.
  const queue = new Set([href]);
  const states: State[] = [];
  for (const url of queue) {
    if (states.length >= max) break;
    const { pathname, search } = new URL(url);
    const name = pathname + search;
    const page = await context.newPage();
    // A page whose script never rests does not answer.
    const reason = `It does not answer within ${timeoutMs / 1000} s.`;
    const end = setTimeout(() => void page.close({ reason }), timeoutMs);
    try {
      const response = await page.goto(url, {
        timeout: 2 * patience,
        waitUntil: "domcontentloaded",
      });
      // What never comes is named as the page is measured.
      const timeout = patience;
      await page.waitForLoadState("load", { timeout }).catch(() => {});
      const type = response?.headers()["content-type"] ?? "text/html";
      const isOwn = new URL(page.url()).origin === origin;
      if (!type.includes("html") || !isOwn) continue;
      const status = response?.status() ?? 0;
      if (status >= 400)
        throw new Unmeasured("PageNotFound", `${url} answers ${status}`);
      const links = await page.$$eval("a[href]:not([download])", (links) =>
        links.map((link) => (link as HTMLAnchorElement).href.split("#")[0]),
      );
      states.push({ name, path: name });
      for (const link of links)
        if (link?.startsWith(`${origin}/`) && !leaves.test(link))
          queue.add(link);
    } catch (error) {
      if (!String(error).includes("Download is starting"))
        log.fail(error, { name: "StateNotReached", state: name });
    } finally {
      clearTimeout(end);
      await page.close();
    }
  }
  await context.close();
  return states;
}
