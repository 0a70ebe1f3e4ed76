import { TextWithMailLinks } from "~/components/page/mail-link";
import type { Question } from "~/content/site";

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
          <details key={question}>
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
