import type { IncomingMessage, ServerResponse } from "node:http";
import { noteClientAddress } from "~/services/client-address.server";
import { answerFromMemory } from "~/services/kept-pages.server";
import { isSameOrigin } from "~/services/origin.server";
import { improvePublicFile } from "~/services/public-files.server";
import { logWhenAnswered } from "~/services/request-log.server";
import { setSecurityHeaders } from "~/services/security-headers.server";
import { knownUrl, misplaced } from "~/services/urls.server";

/** How a route learns what was decided here; no visitor's reaches it. */
const verdictHeader = "x-kandi-verdict";

/** Under this path no route stands: the one for all others answers. */
const nowhere = "/refused";

/** What a page's script asks for. */
const isData = /\.data$/;

/** What Express or Remix would answer by themselves, at great cost or oddly. */
const notForVisitors = ["/assets", "/__manifest"];

/** Conditions on files that Express answers with its own error pages. */
const unused = ["range", "if-match", "if-unmodified-since"] as const;

/**
 * Looks at a request before remix-serve does, which has no middleware. What may
 * not pass is rewritten to a page of the site's own that says why.
 */
export function receive(
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
): void {
  logWhenAnswered(request, response);
  setSecurityHeaders(response);
  noteClientAddress(request);

  const { headers } = request;
  const verdict = judge(request, response);
  headers[verdictHeader] = verdict;
  if (verdict !== undefined) {
    request.url = nowhere;
    if (request.method !== "HEAD") request.method = "GET";
  }
  // Remix believes X-Forwarded-Host from anyone, and answers a post whose
  // Origin is another host with an empty 500. Both were looked at here.
  delete headers["x-forwarded-host"];
  delete headers.origin;
  for (const name of unused) Reflect.deleteProperty(headers, name);

  if (verdict !== undefined || request.method === "POST") return pass();
  improvePublicFile(request, response);
  answerFromMemory(request, response).then((isAnswered) => {
    if (!isAnswered) pass();
  }, pass);
}

/** The status to answer with, or where to redirect to. */
function judge(
  request: IncomingMessage,
  response: ServerResponse,
): string | undefined {
  const { method = "", headers, headersDistinct, httpVersion } = request;
  if (httpVersion === "1.0") headers.host ??= "localhost";
  const hosts = headersDistinct.host?.length ?? 0;
  const url = knownUrl(request.url ?? "", headers.host ?? "");
  if (!url || hosts > 1 || new URLSearchParams(url.query).has("_data")) {
    // Remix could not make a URL of every one of them.
    headers.host = "localhost";
    return "400";
  }
  if (!url.allowed.includes(method)) {
    response.setHeader("Allow", url.allowed.join(", "));
    return "405";
  }
  if (method === "POST" && !isSameOrigin(headers)) return "403";
  // No page takes a query; to Remix some mean something.
  if (!isData.test(url.path)) request.url = url.path;
  if (notForVisitors.includes(url.canonical)) request.url = nowhere + url.path;
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
