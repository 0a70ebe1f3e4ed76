import { Fragment } from "react";
import { mail } from "~/content/constants";
import type { MailName } from "~/content/constants";

const byAddress = new Map<string, MailName>(
  Object.entries(mail).map(([name, address]) => [address, name as MailName]),
);
const addresses = new RegExp(`(${[...byAddress.keys()].join("|")})`);

/** Text with links for the site's own addresses. */
export function TextWithMailLinks({ children }: { children: string }) {
  return children.split(addresses).map((part, index) => {
    const to = byAddress.get(part);
    return to ? (
      <MailLink key={index} to={to} isInSentence />
    ) : (
      <Breakable key={index}>{part}</Breakable>
    );
  });
}

/** Lets an address break after its @ and its dots, not inside a word. */
function Breakable({ children }: { children: string }) {
  const parts = children.match(/[^]+?(?:[@.](?=\w)|$)/g) ?? [];
  return parts.map((part, index) => (
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && <wbr />}
    </Fragment>
  ));
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
      <Breakable>{text}</Breakable>
    </a>
  );
}
