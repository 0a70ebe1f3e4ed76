import { CommunityCards, Faq } from "~/components/page/help";
import { MailLink } from "~/components/page/mail-link";
import { Page, PageHeading, pageMeta } from "~/components/page/page";
import { paths } from "~/content/constants";
import {
  faq,
  heading,
  help,
  intro,
  moreHelp,
  resources,
  safety,
} from "~/content/support";

export const meta = pageMeta("support");

export default function Support() {
  return (
    <Page>
      <PageHeading heading={heading} intro={intro} />
      <div className="wrap matter">
        <section aria-labelledby="help">
          <h2 id="help">{help.heading}</h2>
          <ul className="cards">
            {help.cards.map(({ title, text, mail, subject, linkText }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
                <MailLink to={mail} subject={subject} text={linkText} />
              </li>
            ))}
          </ul>
        </section>

        <Faq {...faq} />

        <section className="panel more-help" aria-labelledby="more-help">
          <h2 id="more-help">{moreHelp.heading}</h2>
          <p>{moreHelp.text}</p>
          <p>
            <a className="button" href={paths[moreHelp.contact.page]}>
              {moreHelp.contact.linkText}
            </a>
          </p>
          <p>
            <MailLink
              to={moreHelp.support.mail}
              subject={moreHelp.support.subject}
              text={moreHelp.support.linkText}
            />
          </p>
        </section>

        <section aria-labelledby="resources">
          <h2 id="resources">{resources.heading}</h2>
          <p className="lede">{resources.intro}</p>
          <ul className="cards">
            <CommunityCards />
            {resources.pages.map(({ title, text, page, linkText }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
                <a href={paths[page]} className="alone">
                  {linkText}
                </a>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="safety">
          <h2 id="safety">{safety.heading}</h2>
          <p className="lede">{safety.intro}</p>
          <p className="panel">{safety.emergency}</p>
          <div className="cards">
            {safety.parts.map(({ heading, points }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                <ul className="beaded">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <p>
            <MailLink
              to={safety.report.mail}
              subject={safety.report.subject}
              text={safety.report.linkText}
            />
          </p>
        </section>
      </div>
    </Page>
  );
}
