import { isRouteErrorResponse } from "@remix-run/react";
import { Cuff } from "~/components/beads/beads";
import { Page } from "~/components/page/page";
import {
  errorPages,
  homeLink,
  notFoundScript,
  openPage,
  oops,
  ownAddress,
  unexpectedError,
} from "~/content/errors";
import { pages } from "~/content/pages";
import { productName } from "~/content/constants";

const wordsFor = (status: number) => errorPages[status] ?? unexpectedError;

export const errorMeta = (status: number) => [
  { title: `${wordsFor(status).heading} | ${productName}` },
  { name: "robots", content: "noindex" },
];

interface ErrorPageProps {
  status: number;
  /** May have the URL of the page to open. `npm run dev` shows its stack. */
  error?: unknown;
}

export function ErrorPage({ status, error }: ErrorPageProps) {
  const { heading, text } = wordsFor(status);
  const page =
    isRouteErrorResponse(error) && (error.data as string | undefined);
  return (
    <Page>
      <div className="head broken">
        <div className="cuff">
          <Cuff words={[status === 404 ? "404" : oops]} />
        </div>
        <div className="wrap">
          <h1>{heading}</h1>
          <p className="lede">{page ? ownAddress(page) : text}</p>
          <p>
            <a className="button" href={page || pages.landing.path}>
              {page ? openPage : homeLink}
            </a>
          </p>
          {import.meta.env.DEV && error instanceof Error && (
            <pre>{error.stack}</pre>
          )}
        </div>
      </div>
      {status === 404 && (
        <script dangerouslySetInnerHTML={{ __html: notFoundScript }} />
      )}
    </Page>
  );
}
