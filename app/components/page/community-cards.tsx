import { MailLink } from "~/components/page/mail-link";
import { community } from "~/content/site";

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
