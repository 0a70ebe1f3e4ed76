import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { noteClientAddress } from "~/services/client-address.server";
import { isSameOrigin } from "~/services/origin.server";
import { logWhenAnswered } from "~/services/request-log.server";
import { setSecurityHeaders } from "~/services/security-headers.server";
import { knownUrl, misplaced } from "~/services/urls.server";

/** How a route learns what was decided here; no visitor's reaches it. */
const verdictHeader = "x-kandi-verdict";

/** What its script asks for by itself. */
const isRemixsOwn = /\.data$|^\/__manifest$/;

/** Under this path no route stands: the one for all others answers. */
const verdictPath = "/refused";

/**
 * Looks at every request before remix-serve does, which has no middleware and
 * answers some by itself. Node publishes each one here before Express sees it:
 * what may not pass is rewritten to a page of the site's own that says why.
 */
export function watchRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as {
      request: IncomingMessage;
      response: ServerResponse;
    };
    logWhenAnswered(request, response);
    setSecurityHeaders(response);
    noteClientAddress(request);

    const { headers } = request;
    const verdict = judge(request, response);
    headers[verdictHeader] = verdict;
    if (verdict !== undefined) {
      request.url = verdictPath;
      if (request.method !== "HEAD") request.method = "GET";
    }
    // Remix believes X-Forwarded-Host from anyone, and answers a post whose
    // Origin is another host with an empty 500. Both were looked at here.
    delete headers["x-forwarded-host"];
    delete headers.origin;
  });
}

/** The status to answer with, or where to redirect to. */
function judge(
  request: IncomingMessage,
  response: ServerResponse,
): string | undefined {
  const { method = "", headers } = request;
  // HTTP/1.0 may leave it out.
  headers.host ??= "localhost";
  const url = knownUrl(request.url ?? "", headers.host);
  if (!url) {
    // Remix could not make a URL of it either.
    headers.host = "localhost";
    return "400";
  }
  if (!url.allowed.includes(method)) {
    response.setHeader("Allow", url.allowed.join(", "));
    return "405";
  }
  if (method === "POST" && !isSameOrigin(headers)) return "403";
  // No page takes a query; to Remix some mean something.
  if (!isRemixsOwn.test(url.path)) request.url = url.path;
  return misplaced(url);
}

/**
 * The answer that was decided on before the routes were asked.
 *
 * @returns undefined where they are to be asked
 */
export function decidedAnswer({ headers }: Request): Response | undefined {
  const verdict = headers.get(verdictHeader);
  if (verdict === null) return undefined;
  return verdict.startsWith("/")
    ? new Response(null, { status: 308, headers: { Location: verdict } })
    : new Response(null, { status: Number(verdict) });
}
