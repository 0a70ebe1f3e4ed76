import { Cuff } from "~/components/beads/beads";
import { Page } from "~/components/page/page";
import {
  errorPages,
  homeLink,
  notFoundScript,
  oops,
  unexpectedError,
} from "~/content/errors";
import { pages } from "~/content/pages";
import { productName } from "~/content/site";

const wordsFor = (status: number) => errorPages[status] ?? unexpectedError;

export const errorMeta = (status: number) => [
  { title: `${wordsFor(status).heading} | ${productName}` },
  { name: "robots", content: "noindex" },
];

interface ErrorPageProps {
  status: number;
  /** Shown by `npm run dev` only. */
  error?: unknown;
}

export function ErrorPage({ status, error }: ErrorPageProps) {
  const { heading, text } = wordsFor(status);
  return (
    <Page>
      <div className="head broken">
        <div className="cuff">
          <Cuff words={[status === 404 ? "404" : oops]} />
        </div>
        <div className="wrap">
          <h1>{heading}</h1>
          <p className="lede">{text}</p>
          <p>
            <a className="button" href={pages.landing.path}>
              {homeLink}
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
