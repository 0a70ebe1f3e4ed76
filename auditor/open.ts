import type { BrowserContext, Page, Request, Response } from "playwright";
import type { Description } from "./site";

/** In milliseconds: how long a visitor waits for anything. */
export const patience = Number(process.env.AUDITOR_TIMEOUT ?? 15_000);

const pauseMs = 100;
/** How long an empty page, or one that asks for data, may take for its text. */
const lateMs = 5000;

const isMain = (request: Request) => {
  try {
    return request.isNavigationRequest() && !request.frame().parentFrame();
  } catch {
    // A new window has no frame yet.
    return false;
  }
};

/** Sends a site's own headers to its origin, and to no other. */
export async function addHeaders(
  context: BrowserContext,
  { baseURL, headers }: Pick<Description, "baseURL" | "headers">,
) {
  if (!headers || !baseURL) return;
  const { origin } = new URL(baseURL);
  await context.route(
    (url) => url.origin === origin,
    (route) =>
      route.fallback({ headers: { ...route.request().headers(), ...headers } }),
  );
}

/** Keeps a page from moving on by itself once it is on, and is told where it would go. */
export async function holdPage(page: Page) {
  const hold = { isOn: false, movesTo: new Set<string>() };
  await page.context().route("**/*", (route) => {
    const request = route.request();
    if (!hold.isOn || !isMain(request)) return route.fallback();
    hold.movesTo.add(request.url());
    // The page stays where it is.
    return route.abort("aborted").catch(() => {});
  });
  return hold;
}

/**
 * Opens an address, and follows it until it neither leads on nor changes.
 *
 * @param restMs how long its text stays the same; an empty page may take longer
 * @param hold is on as soon as the page has a refresh that is no redirect
 * @returns the last answer, and whether a part never comes
 */
export async function open(
  page: Page,
  url: string,
  restMs: number,
  hold?: { isOn: boolean },
) {
  let response: Response | undefined;
  const asked = new Set<Request>();
  page.on("request", (request) => {
    if (/fetch|xhr/.test(request.resourceType()) || isMain(request))
      asked.add(request);
  });
  page.on("requestfailed", (request) => asked.delete(request));
  page.on("requestfinished", (request) => asked.delete(request));
  page.on("response", (one) => {
    if (isMain(one.request())) response = one;
  });
  const waitUntil = "domcontentloaded" as const;
  await page.goto(url, { timeout: 2 * patience, waitUntil }).catch((error) => {
    // A script has led on before.
    if (!String(error).includes("interrupted by another")) throw error;
  });
  const load = () =>
    page.waitForLoadState("load", { timeout: patience }).then(
      () => false,
      () => true,
    );
  let isLate = await load();
  for (let times = 0; times < 5; times++) {
    const was = page.url();
    const delay = await page.evaluate(readRefresh).catch(() => 0);
    if (hold && delay) hold.isOn = true;
    if (delay !== 0) break;
    const other = { timeout: patience, waitUntil };
    await page.waitForURL(({ href }) => href !== was, other).catch(() => {});
    if (page.url() === was) break;
    isLate = await load();
  }

  let last = "";
  let still = 0;
  for (let waited = 0; waited < lateMs; waited += pauseMs) {
    const isBusy = asked.size > 0 || last === "";
    if (waited > 0 && !isBusy && still >= restMs) break;
    // Without a script, nothing changes.
    const text = await page.evaluate(readText).catch(() => "");
    if (text === undefined && asked.size === 0) break;
    await page.waitForTimeout(pauseMs);
    still = text === last ? still + pauseMs : 0;
    last = text ?? "";
  }
  return { response, isLate };
}

/** A route of an application, unlike a place in a page. */
export const isRoute = (hash: string) => /^#(?:!|\/)/.test(hash);

/** The address of a page, from its site on. */
export function pathOf({ href }: { href: string }) {
  const { pathname, search, hash } = new URL(href);
  return pathname + search + (isRoute(hash) ? hash : "");
}

export const answered = (path: string, status: number) =>
  status === 401 ? `${path} asks for a login` : `${path} answers ${status}`;

/** Whether a page is not the one that was asked for, but asks for a login. */
export async function asksForLogin(page: Page, path: string) {
  const { pathname } = new URL(page.url());
  if (pathname === new URL(path, page.url()).pathname) return false;
  const isNamed = /(?:log|sign)-?(?:in|on)\b|\b(?:sso|auth|anmeld|connexion)/i;
  const password = page.locator("input[type=password]");
  return isNamed.test(pathname) || (await password.count()) > 0;
}

/** Runs in the page: the seconds after which it leads to another address. */
function readRefresh() {
  const meta = document.querySelector("meta[http-equiv=refresh i]");
  const [, delay, rest] =
    /^\s*([\d.]+)(.*)/.exec(meta?.getAttribute("content") ?? "") ?? [];
  if (delay === undefined) return undefined;
  return Number(delay) || (rest?.includes("=") ? 0 : 1);
}

/** Runs in the page: what is seen of it, unless it has no script. */
function readText() {
  if (!document.scripts.length) return undefined;
  const { innerText = "" } = document.body ?? {};
  return innerText.trim() || (document.querySelector("img, svg") ? " " : "");
}
