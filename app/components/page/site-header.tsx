import { Name } from "~/components/beads/beads";
import { fieldId } from "~/components/form/field";
import { PageLinks } from "~/components/page/page-links";
import { hero } from "~/content/landing";
import { headerPages, pages } from "~/content/pages";
import { navigationLabels, productName } from "~/content/site";

const { landing } = pages;

/** Links to the landing page's first field. */
const joinBeta = {
  path: `${landing.path}#${fieldId("hero_section", "email")}`,
  label: hero.form.button,
};

export function SiteHeader({ current }: { current: string | undefined }) {
  return (
    <header className="top">
      <a
        className="alone"
        href={landing.path}
        aria-current={landing.path === current ? "page" : undefined}
      >
        <Name name={productName} />
      </a>
      <nav aria-label={navigationLabels.header}>
        <PageLinks to={[joinBeta, ...headerPages]} current={current} />
      </nav>
    </header>
  );
}
