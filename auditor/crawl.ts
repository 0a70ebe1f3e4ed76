import type { APIRequestContext, Page } from "playwright";
import { newContext, type Audit } from "./examine";
import { addressesIn, counted, unique } from "./lists";
import { Unmeasured } from "./log";
import {
  answered,
  asksForLogin,
  isRoute,
  open,
  pathOf,
  patience,
} from "./open";
import { shortened } from "./report/defects";
import type { State } from "./site";

/** Links that sign a visitor out, or change something. */
const leaves =
  /log-?out|sign-?out|delete|remove|unsubscribe|restart|reboot|shut-?down|\b(?:clear|pause|stop)\b/i;

/** How long a page may take to load and to name its links. */
const timeoutMs = 4 * patience;

const isLoopback = (name: string) =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(name);

/** Reads a sitemap, and those that it names. */
async function readSitemap(
  request: APIRequestContext,
  url: string,
  headers?: Record<string, string>,
): Promise<string[]> {
  const response = await request.get(url, { timeout: timeoutMs, headers });
  if (!response.ok())
    throw new Unmeasured("PageNotFound", answered(url, response.status()));
  const text = await response.text();
  const found = addressesIn(text);
  if (!text.includes("<sitemapindex")) return found;
  const inner = found.map((one) => readSitemap(request, one, headers));
  return (await Promise.all(inner)).flat();
}

/**
 * Follows links of the same origin, and returns their pages in that order.
 *
 * @param pages how many, or the only addresses to visit, or a sitemap's address
 */
export async function crawl(audit: Audit, pages: number | string | string[]) {
  const { site, log } = audit;
  const { href } = new URL(site.baseURL ?? "");
  let base = new URL(href);
  const context = await newContext(audit, ++audit.visits);
  const list =
    typeof pages === "string"
      ? await readSitemap(
          context.request,
          pages,
          new URL(pages).origin === base.origin ? site.headers : undefined,
        )
      : pages;
  /** An address as the site's own, or undefined. */
  const own = (link: string) => {
    if (!URL.canParse(link, base)) return undefined;
    const url = new URL(link, base);
    if (
      isLoopback(url.hostname) &&
      isLoopback(base.hostname) &&
      url.port === base.port
    )
      url.host = base.host;
    if (!isRoute(url.hash)) url.hash = "";
    return url.origin === base.origin ? url.href : undefined;
  };
  /** The addresses that are no pages of their own, by what became of them. */
  const left = new Map<string, string[]>();
  const leave = (what: string, name: string) =>
    left.set(what, unique([...(left.get(what) ?? []), name]));
  const missed = new Set(["not audited (another site)"]);
  const [max, asked] =
    typeof list === "number" ? [list, [href]] : [Infinity, list];
  // A Set's iterator also visits what is added later.
  const queue = new Set<string>();
  for (const link of asked) {
    const url = own(link);
    if (url) queue.add(url);
    else leave("not audited (another site)", link);
  }
  const [start] = queue;
  const states: State[] = [];
  /** Notes where an address led, if not to itself. @returns whether its page is to be audited */
  async function isNew(page: Page, url: string) {
    const name = pathOf({ href: url });
    const end = new URL(page.url());
    if (url === start && end.origin !== base.origin) {
      log.note(`${url} led to ${end.origin}.`);
      base = end;
    }
    const path = pathOf(end);
    const isKnown = states.some((state) => state.path === path);
    if (end.origin === base.origin && path === name) return !isKnown;
    const isOwn = own(end.href) !== undefined;
    const isLogin = isOwn && (await asksForLogin(page, name));
    const what = `led to ${isLogin ? end.pathname : isOwn ? path : end.origin}`;
    const isFirst = !left.has(what);
    leave(what, name);
    if (isLogin || !isOwn) missed.add(what);
    return isOwn && !isKnown && (isFirst || !isLogin);
  }
  for (const url of queue) {
    const name = pathOf({ href: url });
    if (states.length >= max) {
      leave(`not audited (beyond the first ${counted(max, "page")})`, name);
      continue;
    }
    const page = await context.newPage();
    // A page whose script never rests does not answer.
    const reason = `It does not answer within ${timeoutMs / 1000} s.`;
    const end = setTimeout(() => void page.close({ reason }), timeoutMs);
    try {
      const { response } = await open(page, url, 0);
      const type = response?.headers()["content-type"] ?? "text/html";
      const status = response?.status() ?? 0;
      if (status >= 400)
        throw new Unmeasured("PageNotFound", answered(url, status));
      if (!type.includes("html"))
        leave(`not audited (${type.split(";")[0]})`, name);
      else if (await isNew(page, url)) {
        const path = pathOf(new URL(page.url()));
        states.push({ name: path, path });
      } else continue;
      if (max === Infinity) continue;
      let links = await linksOf(page);
      // A script may still be at work.
      if (!links.some(own) && (await page.locator("script").count()) > 0) {
        await page.waitForTimeout(2000);
        links = await linksOf(page);
      }
      for (const link of links) {
        const url = own(link);
        if (url && leaves.test(url))
          leave(
            "not followed (may end or change something)",
            pathOf({ href: url }),
          );
        else if (url) queue.add(url);
      }
    } catch (error) {
      const why = page.isClosed() ? new Error(reason) : error;
      if (!String(why).includes("Download is starting"))
        log.fail(why, { name: "StateNotReached", state: name });
    } finally {
      clearTimeout(end);
      await page.close();
    }
  }
  await context.close();
  // The path of a state that is found begins at the origin.
  site.baseURL = base.origin;
  const logins = states.filter(({ path }) =>
    missed.has(`led to ${path.split("?")[0]}`),
  );
  const seen = states.length - logins.length;
  for (const [what, names] of left) {
    const count = counted(names.length, "address", "addresses");
    const said = `${count} ${what}: ${shortened(names)}`;
    // Most of the site was not seen.
    if (missed.has(what) && names.length > seen)
      log.fail(said, { name: "StateNotReached" });
    else log.note(said);
  }
  return states;
}

/** The links of a page, in pictures and shadow trees, too, and where it moves on to. */
const linksOf = (page: Page) =>
  page.$$eval("a, area, meta[http-equiv=refresh i]", (links) =>
    links.flatMap((link) => {
      const [, next] =
        /url\s*=\s*['"]?([^'"]+)/i.exec(link.getAttribute("content") ?? "") ??
        [];
      const href =
        next ?? link.getAttribute("href") ?? link.getAttribute("xlink:href");
      const isPage = href && !link.hasAttribute("download");
      return isPage && URL.canParse(href, document.baseURI)
        ? new URL(href, document.baseURI).href
        : [];
    }),
  );
