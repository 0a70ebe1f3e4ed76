import { pages } from "~/content/pages";
import { mail, productName } from "~/content/site";

const linked = [pages.privacy, pages.terms, pages.contact, pages.support];

export function SiteFooter() {
  return (
    <footer className="site-footer">
      <p>{productName}</p>
      <nav aria-label="Footer">
        <ul>
          {linked.map(({ path, label }) => (
            <li key={path}>
              <a href={path}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <a href={`mailto:${mail.support}`}>{mail.support}</a>
      </p>
    </footer>
  );
}
