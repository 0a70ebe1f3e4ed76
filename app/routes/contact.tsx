import { SiteForm } from "~/components/form/site-form";
import { CommunityCards, Faq } from "~/components/page/help";
import { MailLink } from "~/components/page/mail-link";
import { Page, PageHeading, pageMeta } from "~/components/page/page";
import {
  channels,
  faq,
  form as words,
  heading,
  intro,
  responses,
} from "~/content/contact";
import { consent } from "~/content/shared";
import { contactForm } from "~/forms/contact";
import { actionFor } from "~/submit.server";

export const meta = pageMeta("contact");

export const action = actionFor(contactForm);

export default function Contact() {
  return (
    <Page>
      <PageHeading heading={heading} intro={intro} />
      <div className="wrap matter split">
        <section aria-labelledby="form">
          <h2 id="form">{words.heading}</h2>
          <SiteForm
            form={contactForm}
            words={words}
            consent={consent.sending}
          />
        </section>
        <div className="matter">
          <section aria-labelledby="times">
            <h2 id="times">{responses.heading}</h2>
            <dl className="times panel">
              {responses.items.map(({ kind, time }) => (
                <div key={kind}>
                  <dt>{kind}</dt>
                  <dd>{time}</dd>
                </div>
              ))}
            </dl>
            <p>{responses.emergency}</p>
          </section>
          <Faq {...faq} />
        </div>
        <section aria-labelledby="channels">
          <h2 id="channels">{channels.heading}</h2>
          <ul className="cards">
            {channels.mail.map(({ title, text, mail }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
                <MailLink to={mail} />
              </li>
            ))}
            <CommunityCards />
          </ul>
        </section>
      </div>
    </Page>
  );
}
