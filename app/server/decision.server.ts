import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { pages } from "~/content/pages";
import { toastPath } from "~/forms/answer";
import { maximumBody } from "~/forms/limits";
import { env } from "~/server/env.server";
import { isPublicFile } from "~/server/public-files.server";
import { hasToast } from "~/server/toast.server";

/** Browsers send about twenty, proxies add some. */
const maximumHeaders = 100;

const reading = ["GET", "HEAD"];
const posting = [...reading, "POST"];

/** The methods of each URL of the site. */
const known = new Map<string, string[]>([
  ...Object.values(pages).map(({ path }) => [path, reading] as const),
  ...[
    ...["/healthz", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest"],
    toastPath,
  ].map((path) => [path, reading] as const),
  [pages.landing.path, posting],
  [pages.contact.path, posting],
]);

/** The URLs to which a page's script sends a form. */
const dataUrls = ["/_root.data", "/contact.data"];

export type Decision =
  /** The URL, without what Remix must not see. */
  | { kind: "pass"; url: string }
  | { kind: "redirect"; status: 303 | 308; location: string }
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

  const allowed = dataUrls.includes(path)
    ? ["POST"]
    : (known.get(canonical) ?? (isPublicFile(path) ? reading : undefined));
  if (!allowed) return refuse(404);
  if (!allowed.includes(method)) {
    return { kind: "refuse", status: 405, allow: allowed.join(", ") };
  }
  if (method === "POST" && !isSameOrigin(headers)) return refuse(403);

  // A redirect repeats nothing that a visitor wrote.
  if (known.has(canonical) && path !== canonical) {
    return { kind: "redirect", status: 308, location: canonical };
  }
  const ticket = parameters.get("toast");
  if (method === "POST" || !ticket || !known.get(path)?.includes("POST")) {
    return { kind: "pass", url: path };
  }
  // A browser that accepts cookies has the toast there, and sees a clean URL. w3m
  // takes the way back to the URL of the post for a loop; like all text browsers
  // it does not send this header, and shows the toast in place.
  return hasToast(headers) && headers["sec-fetch-mode"] === "navigate"
    ? { kind: "redirect", status: 303, location: path }
    : { kind: "pass", url: `${path}?toast=${encodeURIComponent(ticket)}` };
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
