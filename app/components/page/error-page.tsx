import { isRouteErrorResponse } from "@remix-run/react";
import { Cuff } from "~/components/beads/beads";
import { Page } from "~/components/page/page";
import {
  errorPages,
  homeLink,
  notFoundScript,
  oops,
  ownAddress,
  unexpectedError,
} from "~/content/errors";
import { openPage } from "~/content/delivery";
import { pages } from "~/content/pages";
import { productName } from "~/content/constants";
import type { Outcome } from "~/forms/answer";

function outcomeOf(status: number): Outcome {
  if (status === 429) return "limited";
  return status < 500 ? "refused" : "failed";
}

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
      <div className="head broken" data-outcome={outcomeOf(status)}>
        <div className="cuff">
          <Cuff words={[status === 404 ? "404" : oops]} />
        </div>
        <div className="wrap">
          <h1>{heading}</h1>
          <p className="lede">{page ? ownAddress(page) : text}</p>
          {page ? (
            <p>
              <a className="button" href={page}>
                {openPage}
              </a>
            </p>
          ) : (
            // No paragraph: with a script, the words of these stand above the form.
            <a className="button" href={pages.landing.path}>
              {homeLink}
            </a>
          )}
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
