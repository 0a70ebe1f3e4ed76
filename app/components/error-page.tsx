import { MailLink } from "~/components/mail-link";
import { Page } from "~/components/page";
import { errors, homeLink, unexpectedError } from "~/content/errors";
import { pages } from "~/content/pages";
import { productName } from "~/content/site";

const wordsFor = (status: number) => errors[status] ?? unexpectedError;

export const errorMeta = (status: number) => [
  { title: `${wordsFor(status).heading} | ${productName}` },
  { name: "robots", content: "noindex" },
];

/** The same text for every path, so that nothing a visitor wrote is in it. */
const browserLog =
  'console.error("404 Error: page not found:", location.pathname)';

/** What stands in a page's place when it cannot be shown. */
export function ErrorPage({ status }: { status: number }) {
  const { heading, text } = wordsFor(status);
  return (
    <Page className="message">
      <h1>{heading}</h1>
      <p>{text}</p>
      <p>
        <a href={pages.landing.path}>{homeLink}</a>
      </p>
      <p>
        <MailLink to="support" />
      </p>
      {status === 404 && (
        <script dangerouslySetInnerHTML={{ __html: browserLog }} />
      )}
    </Page>
  );
}
