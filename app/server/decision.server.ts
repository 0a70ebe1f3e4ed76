import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { pages } from "~/content/pages";
import { maximumBody } from "~/forms/limits";
import { env } from "~/server/env.server";
import { isPublicFile } from "~/server/public-files.server";

/** Browsers send about twenty, proxies add some. */
const maximumHeaders = 100;

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

/** The URLs at which a page's script asks for the page's data. */
const dataUrls = new Map(
  Object.values(pages).map(({ path }) => [
    path === "/" ? "/_root.data" : `${path}.data`,
    known.get(path) ?? reading,
  ]),
);

export type Decision =
  /** The URL, without what Remix must not see. */
  | { kind: "pass"; url: string }
  | { kind: "redirect"; location: string }
  | { kind: "refuse"; status: number; allow?: string };

/** A decision depends on this part of a request. */
export type RequestHead = Pick<
  IncomingMessage,
  "method" | "url" | "headers" | "headersDistinct" | "rawHeaders"
>;

const refuse = (status: number): Decision => ({ kind: "refuse", status });

/** Decides by its head alone whether a request may reach a route. */
export function decide(request: RequestHead): Decision {
  const { method = "", headers, headersDistinct, rawHeaders } = request;
  if (rawHeaders.length / 2 > maximumHeaders) return refuse(431);
  // Browsers say how long a form is. A body of unknown length is not read.
  if (headers["transfer-encoding"] !== undefined) return refuse(411);
  if (Number(headers["content-length"] ?? 0) > maximumBody) return refuse(413);

  const url = parseUrl(request.url ?? "", headers.host ?? "");
  if (!url || (headersDistinct.host?.length ?? 0) > 1) return refuse(400);
  const { path, query, canonical } = url;
  // Remix takes this parameter for the name of a route to load data from.
  const parameters = new URLSearchParams(query);
  if (parameters.has("_data")) return refuse(400);

  const dataMethods = dataUrls.get(path);
  const allowed =
    dataMethods ??
    known.get(canonical) ??
    (isPublicFile(path) ? reading : undefined);
  if (!allowed) return refuse(404);
  if (!allowed.includes(method)) {
    return { kind: "refuse", status: 405, allow: allowed.join(", ") };
  }
  if (method === "POST" && !isSameOrigin(headers)) return refuse(403);

  if (dataMethods) {
    // The page's script names the routes whose data it lacks, and no more.
    const routes = parameters.get("_routes");
    if (routes === null) return { kind: "pass", url: path };
    if (!/^[\w/,-]{1,100}$/.test(routes)) return refuse(400);
    return { kind: "pass", url: `${path}?_routes=${routes}` };
  }
  // No page takes a query, and a redirect repeats nothing that a visitor wrote.
  return known.has(canonical) && path !== canonical
    ? { kind: "redirect", location: canonical }
    : { kind: "pass", url: path };
}

/**
 * @returns undefined for what is no URL of any site; else the path and query as
 *   they were asked for, and the one right way to write the path
 */
function parseUrl(target: string, host: string) {
  const base = `http://${host}`;
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host);
  if (!isHost || !target.startsWith("/")) return undefined;
  if (!URL.canParse(base) || !URL.canParse(base + target)) return undefined;
  const { pathname, search: query } = new URL(base + target);
  const decoded = decode(pathname);
  if (decoded === undefined || decoded.includes("\0")) return undefined;
  const canonical =
    decoded.toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "") || "/";
  const [path = ""] = target.split("?");
  return { path, query, canonical };
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * Whether a form was posted from this site, as the browser tells it. What tells
 * nothing (text browsers, curl) is no browser that another site could misuse.
 *
 * SITE_URL decides where it is set: behind a proxy that rewrites Host, the
 * browser knows the site by another name.
 */
function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  // A privacy setting may hide the origin; the browser still says whether it
  // is the same.
  if (origin === "null") return site === "same-origin";
  if (origin === undefined) return !site || /^(same-origin|none)$/.test(site);
  if (env.SITE_URL) return origin === env.SITE_URL;
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  // A proxy may name the port that the browser leaves out.
  const { protocol, host: from } = new URL(origin);
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === from;
}
