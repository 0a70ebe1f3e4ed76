import type {
  ActionFunctionArgs,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { fieldLinks, ToastDialog } from "~/components/form/toast";
import { errorPath } from "~/content/errors";
import { openSupabase, takeDataFolder } from "~/database/supabase.server";
import type { Answer, RootData } from "~/forms/answer";
import { forms } from "~/forms/forms";
import { finishMails } from "~/mail/team-mail.server";
import { encode, encodingFor } from "~/server/middleware/encoding.server";
import { cachePage } from "~/server/middleware/page-cache.server";
import { log, loggablePath } from "~/server/log.server";
import { pagePolicies } from "~/server/middleware/security-headers.server";
import { startSite } from "~/server/start.server";
import { keepsakeSheet, sheetFor } from "~/styles/sheets";

/** vite.config.ts puts it in front of Vite's development server. */
export { handle } from "~/server/middleware/index.server";

/** app/server/start.js calls this before the site listens, vite.config.ts after. */
export const start = () => startSite(takeDataFolder, openSupabase, finishMails);

/** The script of a page shows these without the site. */
const failures = Object.fromEntries(
  forms.flatMap(({ name, source, fields, toasts }) =>
    (source?.values ?? [name]).map((formId) => [
      formId,
      renderToStaticMarkup(
        <ToastDialog
          toast={toasts.failed}
          outcome="failed"
          links={fieldLinks({ formId, values: fields })}
        />,
      )
        // In an attribute, a quote takes six characters.
        .replaceAll('=""', "")
        .replace(/="([^" ]+)"/g, "=$1"),
    ]),
  ),
);

/** Milliseconds. Nothing is deferred, but SIGTERM waits for this timeout. */
export const streamTimeout = 500;

/**
 * Renders a whole page. Remix streams data only behind its own scripts, and the pages
 * have none of them.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  const { actionData, errors, loaderData } = context.staticHandlerContext;
  headers.set("Content-Type", "text/html; charset=utf-8");
  // The browser may reuse a page on "back", and revalidates otherwise.
  headers.set("Cache-Control", "private, no-cache");
  const { pathname } = new URL(request.url);
  const policy = pagePolicies[sheetFor(errors ? undefined : pathname)];
  headers.set("Content-Security-Policy", policy);
  const today = new Date().toISOString().slice(0, 10);
  // Undefined after an action that threw.
  const root = loaderData.root as RootData | undefined;
  const [answer] = Object.values(actionData ?? {}) as Answer[];
  if (root) {
    root.answer = answer;
    root.toast = answer?.toast ?? root.toast;
    root.failures = failures;
    root.keepsakeSheet = keepsakeSheet;
    root.keepsakeScript = context.manifest.entry.module;
  }
  // Nothing is deferred, and Remix would mark where it is.
  context.serverHandoffStream = undefined;
  const page = renderToString(
    <RemixServer context={context} url={request.url} />,
  );
  const html = `<!doctype html>${page}`;
  // A page that answers a form is for one visitor, and an unexpected error is not kept.
  const isCacheable =
    !answer && (!errors || pathname.startsWith(errorPath(status)));
  if (import.meta.env.PROD && root && isCacheable) {
    cachePage(pathname, { ...root, status, html, today, policy });
  }
  // remix-serve's own compression makes a page 1 kB larger.
  const encoding = encodingFor(request.headers.get("Accept-Encoding"));
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  const body = encode(html, encoding, isCacheable);
  return new Response(body, { status, headers });
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
