import { Name } from "~/components/beads/beads";
import { fieldId } from "~/forms/definition";
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

/**
 * The landing page begins with the name in beads and with the form. Its header has a
 * few beads instead of the name, and shows the link to the form when it has the focus.
 */
export function SiteHeader({ current }: { current: string | undefined }) {
  const isLanding = landing.path === current;
  return (
    <header className="top">
      <a
        className="alone"
        href={landing.path}
        aria-current={isLanding ? "page" : undefined}
      >
        {isLanding ? (
          <>
            <span className="hidden">{productName}</span>
            <span className="charm strung" />
          </>
        ) : (
          <Name name={productName} />
        )}
      </a>
      <nav aria-label={navigationLabels.header}>
        <PageLinks
          to={[{ ...joinBeta, isHidden: isLanding }, ...headerPages]}
          current={current}
        />
      </nav>
    </header>
  );
}
