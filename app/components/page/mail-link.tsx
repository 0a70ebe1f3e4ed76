import { mail } from "~/content/site";
import type { MailName } from "~/content/site";

interface MailLinkProps {
  to: MailName;
  subject?: string;
  /** The address itself where nothing else is said. */
  text?: string;
  isInSentence?: boolean;
}

export function MailLink({
  to,
  subject,
  text = mail[to],
  isInSentence = false,
}: MailLinkProps) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : "";
  return (
    <a
      href={`mailto:${mail[to]}${query}`}
      className={isInSentence ? undefined : "alone"}
    >
      {text}
    </a>
  );
}
