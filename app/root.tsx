import { data } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import type { ClientLoaderFunctionArgs, MetaFunction } from "@remix-run/react";
import { randomUUID } from "node:crypto";
import type { PropsWithChildren } from "react";
import { BeadShapes } from "~/components/beads";
import { errorMeta, ErrorPage } from "~/components/error-page";
import { SiteFooter } from "~/components/site-footer";
import { SiteHeader } from "~/components/site-header";
import { themeColor } from "~/content/site";
import { env } from "~/services/env.server";
import { takeToast } from "~/services/toast.server";
import styles from "~/styles/index.css?inline";

/** What every page is rendered from. */
export interface RootData {
  toast?: Awaited<ReturnType<typeof takeToast>>["toast"];
  /** The document answers a form that was refused. */
  refused: boolean;
  /** Of the forms of this rendered page. */
  idempotencyKey: string;
  siteUrl: string;
  /** The script could not ask for the page anew after a submission. */
  isStale?: boolean;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const refused = context.refused === true;
  // A refusal is the newer news; an older toast waits for the next page.
  const { toast, headers } = refused ? {} : await takeToast(request);
  const page: RootData = {
    toast,
    refused,
    idempotencyKey: randomUUID(),
    siteUrl: env.siteUrl,
  };
  return data(page, { headers });
}

let shown: RootData;

/**
 * After a success the script asks for the page anew. When the network goes away
 * just then, the page stays as it is and its forms say so.
 */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    shown = await serverLoader<RootData>();
    return shown;
  } catch {
    return { ...shown, toast: undefined, isStale: true };
  }
}
// At hydration too, where it asks nobody: to know what is shown.
clientLoader.hydrate = true;

/** Every route has a meta function of its own, which replaces this one. */
export const meta: MetaFunction = ({ error }) =>
  error ? errorMeta(statusOf(error)) : [];

/** A page whose route exports this gets React, for its forms. */
export interface Handle {
  hasForm?: boolean;
}

export function Layout({ children }: PropsWithChildren) {
  const failed = Boolean(useRouteError());
  const matches = useMatches();
  const hasForm = matches.some(({ handle }) => (handle as Handle)?.hasForm);
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
        <style
          // The browser has it from the document: the script need not carry it.
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? styles : "",
          }}
          suppressHydrationWarning
        />
      </head>
      <body>
        <a className="skip hidden" href="#main">
          Skip to content
        </a>
        <BeadShapes />
        <SiteHeader />
        {children}
        <SiteFooter />
        {hasForm && !failed && <Scripts />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage status={statusOf(useRouteError())} />;
}

const statusOf = (error: unknown) =>
  isRouteErrorResponse(error) ? error.status : 500;
