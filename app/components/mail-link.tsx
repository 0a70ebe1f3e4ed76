import { mail } from "~/content/site";
import type { MailName } from "~/content/site";

interface MailLinkProps {
  to: MailName;
  subject?: string;
  /** The address itself where nothing else is said. */
  text?: string;
}

export function MailLink({ to, subject, text = mail[to] }: MailLinkProps) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : "";
  return <a href={`mailto:${mail[to]}${query}`}>{text}</a>;
}
