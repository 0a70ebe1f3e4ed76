import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import { CommunityCards } from "~/components/community-cards";
import { ContactForm } from "~/components/contact-form";
import { Faq } from "~/components/faq";
import { Head } from "~/components/head";
import { MailLink } from "~/components/mail-link";
import { Page, useFailure, useRootData } from "~/components/page";
import { pageMeta } from "~/components/page-meta";
import { withoutPageLoad } from "~/components/without-page-load";
import {
  channels,
  faq,
  form as words,
  heading,
  intro,
  responses,
} from "~/content/contact";
import { pages } from "~/content/pages";
import { contactFailure, contactToasts } from "~/forms/contact";
import { parseContact } from "~/forms/contact.server";
import { tooManyAttempts } from "~/forms/answer";
import type { Toast } from "~/forms/answer";
import { typed } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { isRobots } from "~/forms/honeypot";
import { limits } from "~/forms/limits";
import type { Handle } from "~/root";
import { readForm } from "~/services/form-body.server";
import { sendToTeam } from "~/services/inbox.server";
import { log } from "~/services/log.server";
import { countPost } from "~/services/rate-limit.server";
import { refuse } from "~/services/refuse.server";
import { redirectWithToast } from "~/services/toast.server";

export const handle: Handle = { hasForm: true };

export const meta = pageMeta(pages.contact, faq.questions);

/** Of a document that answers a form: Retry-After. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function action({ request, context }: ActionFunctionArgs) {
  const wait = countPost(request);
  const fields = await readForm(request);
  if (wait !== undefined) {
    return refuse(context, contactFailure(fields, tooManyAttempts, 429), wait);
  }
  if (isRobots(fields)) {
    log("info", "Honeypot filled", { form: "contact" });
    const address = typed(fields, "email").trim().slice(0, limits.email);
    return redirectWithToast(pages.contact.path, contactToasts.stored(address));
  }
  const parsed = parseContact(fields);
  if (!parsed.ok) return refuse(context, parsed.failure);
  const outcome = await sendToTeam(parsed.message, parsed.idempotencyKey);
  if (outcome !== "stored") return refuse(context, lost(fields));
  return redirectWithToast(
    pages.contact.path,
    contactToasts.stored(parsed.address),
  );
}

const lost = (fields: Fields, toast: Toast = contactToasts.failed) =>
  contactFailure(fields, toast, 503);

export const clientAction = withoutPageLoad(lost);

export default function Contact() {
  const failure = useFailure(lost);
  return (
    <Page failure={failure}>
      <Head heading={heading} intro={intro} />
      <div className="wrap matter split">
        <section aria-labelledby="form">
          <h2 id="form">{words.heading}</h2>
          <ContactForm
            failure={failure}
            idempotencyKey={useRootData()?.idempotencyKey}
          />
        </section>
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
      </div>
      <div className="wrap matter">
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
        <Faq {...faq} />
      </div>
    </Page>
  );
}
