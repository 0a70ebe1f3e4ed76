import { pages } from "~/content/pages";
import { productName } from "~/content/site";

export function SiteHeader() {
  return (
    <header className="site-header">
      <a className="logo" href={pages.landing.path}>
        {productName}
      </a>
      <nav aria-label="Main">
        <a href={pages.support.path}>{pages.support.label}</a>
        <a href={pages.contact.path}>{pages.contact.label}</a>
      </nav>
    </header>
  );
}
