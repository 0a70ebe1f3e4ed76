import { pages } from "~/content/pages";

const reading = ["GET", "HEAD"];
const posting = [...reading, "POST"];

/** The methods of each URL of the site. */
const known = new Map<string, string[]>([
  ...Object.values(pages).map(({ path }) => [path, reading] as const),
  ...["/healthz", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest"].map(
    (path) => [path, reading] as const,
  ),
  [pages.landing.path, posting],
  [pages.contact.path, posting],
]);

export interface KnownUrl {
  /** As it was asked for. */
  path: string;
  query: string;
  /** The one right path, where it is a way to write one of the site's. */
  canonical: string;
  allowed: string[];
}

/** @returns undefined for what is no URL of any site */
export function knownUrl(target: string, host: string): KnownUrl | undefined {
  const base = `http://${host}`;
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host);
  if (!isHost || !target.startsWith("/")) return undefined;
  if (!URL.canParse(base) || !URL.canParse(base + target)) return undefined;
  const { pathname, search } = new URL(base + target);
  const decoded = decode(pathname);
  if (decoded === undefined || decoded.includes("\0")) return undefined;

  const canonical =
    decoded.toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "") || "/";
  // A script's post goes to its page's data; what is unknown is not found.
  const allowed = known.get(canonical) ?? posting;
  const [path = ""] = target.split("?");
  return { path, query: search, canonical, allowed };
}

/** @returns where the URL is, if it is written in another way there */
export function misplaced(url: KnownUrl): string | undefined {
  const { path, query, canonical } = url;
  const isElsewhere = known.has(canonical) && path !== canonical;
  return isElsewhere ? canonical + query : undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
