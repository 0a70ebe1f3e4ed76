import type { BrowserContext } from "playwright";
import { Unmeasured } from "./log";
import type { Log } from "./log";
import type { State } from "./site";

/** Whoever follows these is another visitor afterwards. */
const leaves = /log-?out|sign-?out|delete|remove|unsubscribe/i;

/** The pages that links of the same origin lead to, in the order of their links. */
export async function crawl(
  context: BrowserContext,
  start: string,
  most: number,
  log: Log,
): Promise<State[]> {
  const page = await context.newPage();
  const { origin } = new URL(start);
  const queue = [start];
  const known = new Set(queue);
  const states: State[] = [];
  for (const url of queue) {
    if (states.length >= most) break;
    const { pathname, search } = new URL(url);
    const name = pathname + search;
    try {
      const response = await page.goto(url);
      const type = response?.headers()["content-type"] ?? "text/html";
      if (!type.includes("html")) continue;
      if (new URL(page.url()).origin !== origin) continue;
      const status = response?.status() ?? 0;
      if (status >= 400)
        throw new Unmeasured("PageNotFound", `${url} answers ${status}`);
    } catch (error) {
      if (!String(error).includes("Download is starting"))
        log.fail(error, { state: name }, "StateNotReached");
      continue;
    }
    states.push({ name, path: name });
    const links = await page.$$eval("a[href]", (links) =>
      (links as HTMLAnchorElement[])
        .filter((link) => !link.download)
        .map(({ href }) => href.replace(/#.*/, "")),
    );
    for (const link of links) {
      if (!link.startsWith(`${origin}/`) || leaves.test(link)) continue;
      if (known.has(link)) continue;
      known.add(link);
      queue.push(link);
    }
  }
  await page.close();
  return states;
}
