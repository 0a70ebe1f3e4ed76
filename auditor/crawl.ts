import type { BrowserContext } from "playwright";
import type { Failure, State } from "./site";

/** Whoever follows these is another visitor afterwards. */
const leaves = /log-?out|sign-?out|delete|remove|unsubscribe/i;

/** The pages that links of the same origin lead to, in the order of their links. */
export async function crawl(
  context: BrowserContext,
  start: string,
  most: number,
  fail: (failure: Failure) => void,
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
      if ((response?.status() ?? 0) >= 400) {
        fail({
          name: "PageNotFound",
          message: `${url} answers ${response?.status()}`,
          state: name,
        });
        continue;
      }
    } catch (error) {
      const message = String(error);
      if (!message.includes("Download is starting"))
        fail({ name: "StateNotReached", message, state: name });
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
