import { mail } from "~/content/site";
import type { MailName } from "~/content/site";

const byAddress = new Map<string, MailName>(
  Object.entries(mail).map(([name, address]) => [address, name as MailName]),
);
const addresses = new RegExp(`(${[...byAddress.keys()].join("|")})`);

/** Text with links for the site's own addresses. */
export function TextWithMailLinks({ children }: { children: string }) {
  return children.split(addresses).map((part, index) => {
    const to = byAddress.get(part);
    return to ? <MailLink key={index} to={to} isInSentence /> : part;
  });
}

interface MailLinkProps {
  to: MailName;
  subject?: string;
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
