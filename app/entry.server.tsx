import { createReadableStreamFromReadable } from "@remix-run/node";
import type {
  ActionFunctionArgs,
  EntryContext,
  LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { log, loggablePath, logNotFound } from "~/services/log.server";
import { start } from "~/services/start.server";

await start();

/** Milliseconds. Nothing is deferred; SIGTERM waits for this long. */
export const streamTimeout = 500;

/** Renders the page whole: the same bytes for everyone, no streaming scripts. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Shown from the browser's memory, asked for anew everywhere else.
  headers.set("Cache-Control", "private, no-cache");
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <RemixServer context={context} url={request.url} />,
      {
        onAllReady() {
          const body = new PassThrough();
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              status,
              headers,
            }),
          );
          pipe(body);
        },
        onShellError: reject,
      },
    );
  });
}

/** Called for what reaches an error page. */
export function handleError(
  error: unknown,
  { request }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return;
  const { method, url } = request;
  const path = loggablePath(url);
  if (isRouteErrorResponse(error)) {
    // A URL that not even the splat route takes, such as one with a line break.
    if (error.status === 404) logNotFound(url);
    else log("warn", "Request refused", { method, path, status: error.status });
  } else {
    const stack = error instanceof Error ? error.stack : String(error);
    log("error", "Unexpected error", { method, path, stack });
  }
}
