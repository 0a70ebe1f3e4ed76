import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import pageScript from "virtual:inline/page";
import { randomUUID } from "node:crypto";
import type { PropsWithChildren } from "react";
import { errorMeta, ErrorPage } from "~/components/page/error-page";
import type { RootData } from "~/forms/answer";
import { SiteFooter, SiteHeader } from "~/components/page/navigation";
import { pageAt } from "~/content/pages";
import { themeColor } from "~/content/constants";
import { skipLink } from "~/content/shared";
import { siteUrl } from "~/server/env.server";
import { readToast } from "~/server/middleware/toast.server";
import { sheetFor, sheets } from "~/styles/sheets";

export async function loader({
  request,
}: LoaderFunctionArgs): Promise<RootData> {
  const { toast } = await readToast(request);
  return { toast, idempotencyKey: randomUUID(), siteUrl };
}

/** Applies to errors only: each route's own meta function replaces it. */
export const meta: MetaFunction = ({ error }) =>
  error ? errorMeta(statusOf(error)) : [];

export function Layout({ children }: PropsWithChildren) {
  const failed = Boolean(useRouteError());
  const { pathname } = useLocation();
  // An error page is the same for every URL.
  const current = failed ? undefined : pathname;
  const sheet = sheetFor(current);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <meta name="theme-color" content={themeColor} />
        <link rel="icon" href="/favicon.svg" />
        {/* Safari finds /apple-touch-icon.png by itself. */}
        <link rel="manifest" href="/manifest.webmanifest" />
        <Links />
        {import.meta.env.DEV ? (
          <>
            {/* Vite's script replaces a linked style sheet when it changes. */}
            <link rel="stylesheet" href={`/app/styles/${sheet}.css`} />
            <script type="module" src="/@vite/client" />
            {/* React's modules want it in development. */}
            <script
              type="module"
              src="/@id/__x00__virtual:remix/inject-hmr-runtime"
            />
          </>
        ) : (
          <style dangerouslySetInnerHTML={{ __html: sheets[sheet] }} />
        )}
      </head>
      <body>
        <div>
          <a className="skip hidden" href="#main">
            {skipLink}
          </a>
        </div>
        <div className="beams" />
        <SiteHeader current={current} />
        {children}
        <SiteFooter current={current} />
        {!failed && pageAt(pathname)?.hasForm && (
          <script dangerouslySetInnerHTML={{ __html: pageScript }} />
        )}
      </body>
    </html>
  );
}

export default Outlet;

export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={statusOf(error)} error={error} />;
}

const statusOf = (error: unknown) =>
  isRouteErrorResponse(error) ? error.status : 500;
