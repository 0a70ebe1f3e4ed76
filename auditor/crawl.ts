import type { Browser } from "playwright";
import { Unmeasured } from "./log";
import type { Log } from "./log";
import type { State } from "./site";

/** Whoever follows these is another visitor afterwards. */
const leaves = /log-?out|sign-?out|delete|remove|unsubscribe/i;

/** The pages that links of the same origin lead to, in the order of their links. */
export async function crawl(
  browser: Browser,
  start: URL,
  most: number,
  log: Log,
): Promise<State[]> {
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const { origin } = start;
  // What is added to a set while it is walked through is walked through, too.
  const queue = new Set([start.href]);
  const states: State[] = [];
  for (const url of queue) {
    if (states.length >= most) break;
    const { pathname, search } = new URL(url);
    const name = pathname + search;
    try {
      const response = await page.goto(url);
      const type = response?.headers()["content-type"] ?? "text/html";
      const isOwn = new URL(page.url()).origin === origin;
      if (!type.includes("html") || !isOwn) continue;
      const status = response?.status() ?? 0;
      if (status >= 400)
        throw new Unmeasured("PageNotFound", `${url} answers ${status}`);
    } catch (error) {
      if (!String(error).includes("Download is starting"))
        log.fail(error, { state: name }, "StateNotReached");
      continue;
    }
    states.push({ name, path: name });
    const links = await page.$$eval("a[href]:not([download])", (links) =>
      (links as HTMLAnchorElement[]).map(({ href }) => href.replace(/#.*/, "")),
    );
    for (const link of links)
      if (link.startsWith(`${origin}/`) && !leaves.test(link)) queue.add(link);
  }
  await page.close();
  return states;
}
