import { MailLink, TextWithMailLinks } from "~/components/page/mail-link";
import { community } from "~/content/shared";
import type { Question } from "~/content/shared";

// The contact page and the support page share these.

interface FaqProps {
  heading: string;
  questions: readonly Question[];
}

/** Opens without a script, and the browser's search finds closed answers. */
export function Faq({ heading, questions }: FaqProps) {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq">{heading}</h2>
      <div className="faq">
        {questions.map(({ question, answer }) => (
          <details key={question} data-answer={answer}>
            <summary>{question}</summary>
            <p>
              <TextWithMailLinks>{answer}</TextWithMailLinks>
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** Items for a list of cards. */
export function CommunityCards() {
  const { chat, forum } = community;
  return (
    <>
      <li>
        <h3>{chat.title}</h3>
        <p>{chat.text}</p>
        <p className="badge">{chat.badge}</p>
      </li>
      <li>
        <h3>{forum.title}</h3>
        <p>{forum.text}</p>
        <MailLink
          to={forum.mail}
          subject={forum.subject}
          text={forum.linkText}
        />
      </li>
    </>
  );
}
