import { data } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import type {
  ClientLoaderFunctionArgs,
  MetaFunction,
  ShouldRevalidateFunction,
} from "@remix-run/react";
import { randomUUID } from "node:crypto";
import { useEffect } from "react";
import type { PropsWithChildren } from "react";
import { Beams } from "~/components/beads/beams";
import { errorMeta, ErrorPage } from "~/components/page/error-page";
import type { RootData } from "~/components/page/page";
import { arrival } from "~/client/arrival";
import { takeSuccess } from "~/client/client-action";
import { ScriptsOnDemand } from "~/client/scripts-on-demand";
import { SiteFooter } from "~/components/page/site-footer";
import { SiteHeader } from "~/components/page/site-header";
import { themeColor } from "~/content/site";
import { siteUrl } from "~/server/env.server";
import { takeToast } from "~/server/toast.server";
import styles from "~/styles/index.css?inline";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { failure } = context;
  // A refusal is the newer news; an older toast waits for the next page.
  const { toast, endOfCookie } = failure
    ? {}
    : await takeToast(request.headers.get("Cookie"));
  const page: RootData = {
    toast,
    failure,
    idempotencyKey: randomUUID(),
    siteUrl,
  };
  return data(
    page,
    endOfCookie ? { headers: { "Set-Cookie": endOfCookie } } : undefined,
  );
}

/** The last answer that arrived, which the page shows. */
let shown: RootData | undefined;

/**
 * When the network goes away, the page stays as it is. After a success its forms
 * are empty, and without the key that is used up.
 */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const success = takeSuccess();
  try {
    const page = await arrival(serverLoader<RootData>());
    return { ...page, toast: page.toast ?? success };
  } catch {
    return success && shown
      ? { ...shown, toast: success, idempotencyKey: "" }
      : shown;
  }
}

/**
 * Only a success, of which nothing remains, loads the page anew. After a failure
 * the form keeps its key and what was typed.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult }) =>
  actionResult === null;

/** Every route has a meta function of its own, which replaces this one. */
export const meta: MetaFunction = ({ error }) =>
  error ? errorMeta(statusOf(error)) : [];

/** The browser has them in the document: the script need not carry them too. */
const pageStyles = import.meta.env.SSR
  ? styles
  : (document.getElementById("styles")?.textContent ?? "");

export function Layout({ children }: PropsWithChildren) {
  const failed = Boolean(useRouteError());
  const { pathname } = useLocation();
  // An error page is the same whatever was asked for.
  const current = failed ? undefined : pathname;
  const matches = useMatches();
  // A route that exports it gets React, for its forms.
  const hasForm = matches.some(
    ({ handle }) => (handle as { hasForm?: boolean } | undefined)?.hasForm,
  );
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <meta name="theme-color" content={themeColor} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Links />
        <style id="styles" dangerouslySetInnerHTML={{ __html: pageStyles }} />
      </head>
      <body>
        <div>
          <a className="skip hidden" href="#main">
            Skip to content
          </a>
        </div>
        <Beams />
        <SiteHeader current={current} />
        {children}
        <SiteFooter current={current} />
        {hasForm && !failed && <ScriptsOnDemand />}
      </body>
    </html>
  );
}

export default function App() {
  const page = useLoaderData<typeof loader>();
  useEffect(() => {
    shown = page;
  }, [page]);
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage status={statusOf(useRouteError())} />;
}

const statusOf = (error: unknown) =>
  isRouteErrorResponse(error) ? error.status : 500;
