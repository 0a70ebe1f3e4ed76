import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { errorPath } from "~/content/errors";
import { files, pages } from "~/content/pages";
import { maximumBody } from "~/forms/definition";
import { env } from "~/server/env.server";
import { log, logNotFound } from "~/server/log.server";
import { isPublicFile } from "~/server/middleware/public-files.server";

/** Browsers send about twenty, proxies add some. */
const maximumHeaders = 100;

/** Bytes. A parent domain may set many cookies, and proxies take fewer of them. */
const maximumCookies = 16 * 1024;

const readMethods = ["GET", "HEAD"];
const formMethods = [...readMethods, "POST"];

const methodsByPath = new Map<string, string[]>([
  ...Object.values(files).map((path) => [path, readMethods] as const),
  ...Object.values(pages).map(
    ({ path, hasForm }) => [path, hasForm ? formMethods : readMethods] as const,
  ),
]);

export type Decision =
  /** The URL without parameters that Remix must not see. */
  | { kind: "pass"; url: string }
  | { kind: "redirect"; location: string }
  /** `path` is the canonical one of a page that visitors should open. */
  | { kind: "refuse"; status: number; allow?: string; path?: string };

type RequestHead = Pick<
  IncomingMessage,
  "method" | "url" | "headers" | "headersDistinct" | "rawHeaders"
>;

const refusal = (
  status: number,
  more: { allow?: string; path?: string } = {},
): Decision => ({ kind: "refuse", status, ...more });

/** Decides by the head alone whether a request may reach a route. */
export function decide(request: RequestHead): Decision {
  const { method = "", headers, headersDistinct, rawHeaders } = request;
  const cookies = headers.cookie?.length ?? 0;
  if (rawHeaders.length / 2 > maximumHeaders || cookies > maximumCookies)
    return refusal(431);
  // Browsers send a form's length. A body of unknown length is not read.
  if (headers["transfer-encoding"] !== undefined) return refusal(411);
  if (Number(headers["content-length"] ?? 0) > maximumBody) return refusal(413);

  const url = parseUrl(request.url ?? "", headers.host ?? "");
  if (!url || (headersDistinct.host?.length ?? 0) > 1) return refusal(400);
  const { path, query, canonical } = url;
  const allowed =
    methodsByPath.get(canonical) ??
    (isPublicFile(path) ? readMethods : undefined);
  if (!allowed) return refusal(404);
  if (!allowed.includes(method))
    return refusal(405, { allow: allowed.join(", ") });
  if (method === "POST" && !isSameOrigin(headers))
    return refusal(403, { path: canonical });
  if (method === "POST" && !isForm(headers)) return refusal(415);

  // A redirect never repeats the visitor's query.
  if (methodsByPath.has(canonical) && path !== canonical) {
    return { kind: "redirect", location: canonical };
  }
  const showsToast = method !== "POST" && allowed === formMethods;
  const ticket = showsToast && new URLSearchParams(query).get("toast");
  const shownTicket = ticket ? `?toast=${encodeURIComponent(ticket)}` : "";
  return { kind: "pass", url: path + shownTicket };
}

/**
 * @returns undefined for an invalid URL; else the path and query as requested,
 *   and the canonical path
 */
function parseUrl(target: string, host: string) {
  const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host);
  if (!isHost || !target.startsWith("/")) return undefined;
  try {
    const { pathname, search: query } = new URL(`http://${host}${target}`);
    const decoded = decodeURIComponent(pathname);
    if (decoded.includes("\0")) return undefined;
    const canonical =
      decoded.toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "") || "/";
    const [path = ""] = target.split("?");
    return { path, query, canonical };
  } catch {
    return undefined;
  }
}

/** Every form of the site is sent like this, also by its scripts. */
const isForm = ({ "content-type": type = "" }: IncomingHttpHeaders): boolean =>
  /^application\/x-www-form-urlencoded *(?:;|$)/i.test(type);

/**
 * Whether the browser says that this site posted the form. Without Origin and
 * Sec-Fetch-Site it is curl or a text browser, which no other site can drive.
 *
 * SITE_URL takes precedence over Host, which a proxy may rewrite.
 */
function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  // A privacy setting may hide the origin. Sec-Fetch-Site still tells whether
  // it is the same.
  if (origin === "null") return site === "same-origin";
  if (origin === undefined) return !site || /^(same-origin|none)$/.test(site);
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return false;
  // A proxy may add the default port, which browsers leave out.
  const { protocol, origin: from } = new URL(origin);
  const own = env.SITE_URL ?? `${protocol}//${host}`;
  if (URL.canParse(own) && new URL(own).origin === from) return true;
  if (!env.SITE_URL) warnOfHost(from, host);
  return false;
}

let hasWarned = false;

/** Another site's form looks like one behind a proxy that asks for a host of its own. */
function warnOfHost(from: string, host = ""): void {
  if (hasWarned) return;
  hasWarned = true;
  log(
    "warn",
    `A form of ${from.slice(0, 100)} was refused, because the request names the host ${host.slice(0, 100)}: if the site is at ${from.slice(0, 100)}, set SITE_URL to that`,
  );
}

/** Turns the request into one for the status's error page. */
export function rewriteToErrorPage(
  request: IncomingMessage,
  status: number,
  path?: string,
): void {
  if (status === 404) logNotFound(request.url ?? "");
  request.url = errorPath(status, path);
  if (request.method !== "HEAD") request.method = "GET";
  // Remix cannot parse every host.
  request.headers.host = "localhost";
}
