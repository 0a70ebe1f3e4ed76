import type { Browser } from "playwright";
import { patience } from "./examine";
import { Unmeasured } from "./log";
import type { Log } from "./log";
import type { State } from "./site";

/** Whoever follows these is another visitor afterwards. */
const leaves = /log-?out|sign-?out|delete|remove|unsubscribe/i;

/** In milliseconds: how long a page may take to load and to name its links. */
const longest = 4 * patience;

/** The pages that links of the same origin lead to, in the order of their links. */
export async function crawl(
  browser: Browser,
  start: URL,
  most: number,
  log: Log,
): Promise<State[]> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const { origin } = start;
  // What is added to a set while it is walked through is walked through, too.
  const queue = new Set([start.href]);
  const states: State[] = [];
  for (const url of queue) {
    if (states.length >= most) break;
    const { pathname, search } = new URL(url);
    const name = pathname + search;
    const page = await context.newPage();
    // A page whose script never rests names no link.
    const reason = `It does not answer within ${longest / 1000} s.`;
    const end = setTimeout(() => void page.close({ reason }), longest);
    try {
      const response = await page.goto(url, { timeout: 2 * patience });
      const type = response?.headers()["content-type"] ?? "text/html";
      const isOwn = new URL(page.url()).origin === origin;
      if (!type.includes("html") || !isOwn) continue;
      const status = response?.status() ?? 0;
      if (status >= 400)
        throw new Unmeasured("PageNotFound", `${url} answers ${status}`);
      const links = await page.$$eval("a[href]:not([download])", (links) =>
        (links as HTMLAnchorElement[]).map(({ href }) =>
          href.replace(/#.*/, ""),
        ),
      );
      states.push({ name, path: name });
      for (const link of links)
        if (link.startsWith(`${origin}/`) && !leaves.test(link))
          queue.add(link);
    } catch (error) {
      if (!String(error).includes("Download is starting"))
        log.fail(error, { state: name }, "StateNotReached");
    } finally {
      clearTimeout(end);
      await page.close();
    }
  }
  await context.close();
  return states;
}
