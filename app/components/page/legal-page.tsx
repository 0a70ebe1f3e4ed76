import { TextWithMailLinks } from "~/components/page/mail-link";
import { Page, PageHeading } from "~/components/page/page";
import { contentsHeading, lastUpdatedLabel } from "~/content/shared";
import type { Block, LegalText } from "~/content/shared";

export function LegalPage({ text }: { text: LegalText }) {
  // Only the server renders it.
  const today = new Date();
  const inWords = today.toLocaleDateString("en-US", {
    dateStyle: "long",
    timeZone: "UTC",
  });
  return (
    <Page>
      <PageHeading heading={text.heading} intro={text.intro}>
        <p className="note">
          {lastUpdatedLabel}:{" "}
          <time dateTime={today.toISOString().slice(0, 10)}>{inWords}</time>
        </p>
      </PageHeading>
      <div className="wrap legal">
        <nav className="contents" aria-labelledby="contents">
          <h2 id="contents">{contentsHeading}</h2>
          <ol>
            {text.sections.map(({ heading }) => (
              <li key={heading}>
                <a href={`#${anchor(heading)}`} className="alone">
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="matter">
          {text.sections.map(({ heading, blocks }) => (
            <section key={heading}>
              <h2 id={anchor(heading)}>{heading}</h2>
              {blocks.map((block, index) => (
                <LegalBlock key={index} block={block} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}

/**
 * A heading's id, which links on other sites may use. Reader views (Mozilla's
 * Readability) leave out a heading whose id holds the word "contact".
 */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace("contact", "us")
    .replace(/[^a-z0-9]+/g, "-");

function LegalBlock({ block }: { block: Block }) {
  if (typeof block === "string") {
    return (
      <p>
        <TextWithMailLinks>{block}</TextWithMailLinks>
      </p>
    );
  }
  return (
    <ul className="beaded">
      {block.list.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
