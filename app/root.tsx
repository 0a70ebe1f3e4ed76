import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useRouteError,
} from "@remix-run/react";
import type { MetaFunction } from "@remix-run/react";
import { randomUUID } from "node:crypto";
import type { PropsWithChildren } from "react";
import { useReceivedAnswers } from "~/components/form/answers";
import { errorMeta, ErrorPage } from "~/components/page/error-page";
import type { RootData } from "~/forms/answer";
import { ScriptsOnDemand } from "~/client/scripts-on-demand";
import { Beams } from "~/components/beads/beads";
import { SiteFooter } from "~/components/page/site-footer";
import { SiteHeader } from "~/components/page/site-header";
import { pageAt, pages } from "~/content/pages";
import { skipLink, themeColor } from "~/content/site";
import { siteUrl } from "~/server/env.server";
import { currentContext } from "~/server/request-context.server";
import innerStyles from "~/styles/inner.css?inline";
import landingStyles from "~/styles/landing.css?inline";

export function loader(): RootData {
  const toast = currentContext()?.toast;
  return { ...(toast && { toast }), idempotencyKey: randomUUID(), siteUrl };
}

/** Applies to errors only: each route's own meta function replaces it. */
export const meta: MetaFunction = ({ error }) =>
  error ? errorMeta(statusOf(error)) : [];

/**
 * Vite repeats the condition of an import around each file within it, keeps the spaces
 * of a custom property and around operators, and prefixes mask-composite for browsers
 * that know no mask beside it.
 */
const shortened = (styles: string) =>
  styles
    .replace(/\}(@supports [^{]+\{)/g, (end, condition: string) =>
      styles.startsWith(condition) ? "" : end,
    )
    .replace(/--[\w-]+:[^;}]+/g, (property) =>
      property.replace(/(?<=[:,(]) | (?=\))/g, ""),
    )
    .replace(/-webkit-mask-composite:[^;]+;| (?=[*/] )|(?<=[*/,]) /g, "");

/** The browser keeps those of the document. */
const sheets = import.meta.env.SSR
  ? { landing: shortened(landingStyles), inner: shortened(innerStyles) }
  : { landing: "", inner: "" };

export function Layout({ children }: PropsWithChildren) {
  const failed = Boolean(useRouteError());
  const { pathname } = useLocation();
  // An error page is the same for every URL.
  const current = failed ? undefined : pathname;
  const sheet = current === pages.landing.path ? "landing" : "inner";
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
        {import.meta.env.DEV ? (
          <>
            {/* Vite's script replaces a linked style sheet when it changes. */}
            <link rel="stylesheet" href={`/app/styles/${sheet}.css`} />
            <script type="module" src="/@vite/client" />
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
        <Beams />
        <SiteHeader current={current} />
        {children}
        <SiteFooter current={current} />
        {!failed && pageAt(pathname)?.hasForm && <ScriptsOnDemand />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet context={useReceivedAnswers()} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return <ErrorPage status={statusOf(error)} error={error} />;
}

const statusOf = (error: unknown) =>
  isRouteErrorResponse(error) ? error.status : 500;
