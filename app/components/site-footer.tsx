import { pages } from "~/content/pages";
import { footerNote, mail } from "~/content/site";

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
        <a href={`mailto:${mail.support}`}>{mail.support}</a>
      </div>
      <p className="note">{footerNote}</p>
    </footer>
  );
}
