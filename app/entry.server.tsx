import type {
  ActionFunctionArgs,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToReadableStream } from "react-dom/server.browser";
import { openSupabase } from "~/data/supabase.server";
import type { RootData } from "~/forms/answer";
import { deferScripts } from "~/client/scripts-on-demand";
import { errorPath, errorTitlePrefix } from "~/content/errors";
import { finishMails } from "~/mail/team-mail.server";
import { encode, encodingFor } from "~/server/middleware/encoding.server";
import { cachePage } from "~/server/middleware/page-cache.server";
import { log, loggablePath } from "~/server/log.server";
import { pagePolicy } from "~/server/middleware/security-headers.server";
import { startSite } from "~/server/start.server";

/** app/server/start.js calls this before the site listens. */
export const start = () => startSite(openSupabase, finishMails);

/** Milliseconds. Nothing is deferred, but SIGTERM waits for this timeout. */
export const streamTimeout = 500;

/** Renders a whole page before it answers, without streaming scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { actionData, errors, loaderData } = context.staticHandlerContext;
  headers.set("Content-Type", "text/html; charset=utf-8");
  // The browser may reuse a page on "back", and revalidates otherwise.
  headers.set("Cache-Control", "private, no-cache");
  const today = new Date().toISOString().slice(0, 10);
  let html = await render(<RemixServer context={context} url={request.url} />);
  if (actionData) html = html.replace("<title>", `$&${errorTitlePrefix}`);
  if (import.meta.env.PROD) html = deferScripts(html);
  headers.set("Content-Security-Policy", pagePolicy(html));
  if (import.meta.env.PROD) {
    const root = loaderData.root as RootData | undefined;
    const { pathname } = new URL(request.url);
    const isRefused = pathname.startsWith(errorPath(status));
    const path = errors && !isRefused ? errorPath(status) : pathname;
    // A page that answers a form is for one visitor.
    if (root && !actionData) cachePage(path, { ...root, status, html, today });
  }
  // remix-serve's own compression makes a page 1 kB larger.
  const accepted = request.headers.get("Accept-Encoding") ?? undefined;
  const encoding = encodingFor({ "accept-encoding": accepted });
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  return new Response(encode(html, encoding), { status, headers });
}

/**
 * React 18's renderer for Node streams corrupts the visitor's input: it writes
 * NUL bytes where a multibyte character does not fit into the rest of its 2 KiB
 * buffer. The renderer for web streams does not.
 */
async function render(page: ReactElement): Promise<string> {
  // React rethrows an error to Remix, which calls handleError.
  const stream = await renderToReadableStream(page, { onError: () => {} });
  await stream.allReady;
  return new Response(stream).text();
}

/** Remix calls this for each error that reaches an error page. */
export function handleError(
  error: unknown,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  // The request's log line has its status.
  if (isRouteErrorResponse(error)) return;
  const { method, url } = request;
  const stack = error instanceof Error ? error.stack : String(error);
  log("error", "Unexpected error", { method, path: loggablePath(url), stack });
}
