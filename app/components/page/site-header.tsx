import { Name } from "~/components/beads/beads";
import { PageLinks } from "~/components/page/page-links";
import { pages } from "~/content/pages";
import { productName } from "~/content/site";

const linked = [pages.support, pages.contact];

export function SiteHeader() {
  return (
    <header className="top">
      <a className="alone" href={pages.landing.path}>
        <Name name={productName} />
      </a>
      <nav aria-label="Main">
        <PageLinks to={linked} />
      </nav>
    </header>
  );
}
