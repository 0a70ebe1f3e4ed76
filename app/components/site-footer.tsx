import { MailLink } from "~/components/mail-link";
import { pages } from "~/content/pages";
import { footerNote } from "~/content/site";

const linked = [pages.privacy, pages.terms, pages.contact, pages.support];

export function SiteFooter() {
  return (
    <footer className="bottom strung">
      <div>
        <nav aria-label="Footer">
          <ul>
            {linked.map(({ path, label }) => (
              <li key={path}>
                <a href={path}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <MailLink to="support" />
      </div>
      <p className="note">{footerNote}</p>
    </footer>
  );
}
