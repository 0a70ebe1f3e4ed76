import type {
  ActionFunctionArgs,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToReadableStream } from "react-dom/server.browser";
import { openSupabase } from "~/data/supabase.server";
import { errorTitlePrefix } from "~/content/errors";
import type { RootData } from "~/forms/answer";
import { putScriptsToSleep } from "~/client/scripts-on-demand";
import { errorPath } from "~/content/errors";
import { finishMails } from "~/mail/team-mail.server";
import { keepPage, keptError } from "~/server/page-cache.server";
import { log, loggablePath, logNotFound } from "~/server/log.server";
import { pagePolicy } from "~/server/security-headers.server";
import { startSite } from "~/server/start.server";

/** app/server/start.js calls this before the site listens. */
export const start = () => startSite(openSupabase, finishMails);

/** Milliseconds. Nothing is deferred; SIGTERM waits for this long. */
export const streamTimeout = 500;

/**
 * Answers with a whole page: the same bytes for everyone, no streaming scripts.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { actionData, errors, loaderData } = context.staticHandlerContext;
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Shown from the browser's memory, asked for anew everywhere else.
  headers.set("Cache-Control", "private, no-cache");
  const kept = errors ? keptError(status) : undefined;
  if (kept) {
    // It shows no toast: that one waits for the next page.
    headers.delete("Set-Cookie");
    headers.set("Content-Security-Policy", kept.policy);
    return new Response(kept.html, { status, headers });
  }
  let html = await render(<RemixServer context={context} url={request.url} />);
  if (actionData) html = html.replace("<title>", `$&${errorTitlePrefix}`);
  // Vite's development server puts what it likes into a page.
  if (import.meta.env.PROD) {
    html = putScriptsToSleep(html);
    headers.set("Content-Security-Policy", pagePolicy(html));
    const root = loaderData.root as RootData | undefined;
    const { pathname, search } = new URL(request.url);
    const path = errors ? errorPath(status) : pathname + search;
    // A page with an answer to a form is rendered for one visitor.
    if (root && !root.toast && !actionData) {
      keepPage(path, { ...root, status, html });
    }
  }
  return new Response(html, { status, headers });
}

/**
 * It uses React's renderer for web streams: in React 18 the one for Node's streams
 * writes NUL bytes into a text wherever a character of several bytes does not
 * fit in what is left of its 2 KiB buffer, and so into what a visitor typed.
 */
async function render(page: ReactElement): Promise<string> {
  // React rethrows an error to Remix, which calls handleError.
  const stream = await renderToReadableStream(page, { onError: () => {} });
  await stream.allReady;
  return new Response(stream).text();
}

/** The same for what a page's script is answered. */
export function handleDataRequest(response: Response): Response {
  response.headers.set("Cache-Control", "private, no-cache");
  return response;
}

/** Remix calls this for each error that reaches an error page. */
export function handleError(
  error: unknown,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  const { method, url } = request;
  const path = loggablePath(url);
  if (isRouteErrorResponse(error)) {
    // A URL that not even the splat route takes, such as one with a line break.
    // Any other status stands in the request's own line.
    if (error.status === 404) logNotFound(url);
  } else {
    const stack = error instanceof Error ? error.stack : String(error);
    log("error", "Unexpected error", { method, path, stack });
  }
}
