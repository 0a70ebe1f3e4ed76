import { Name } from "~/components/beads/beads";
import { MailLink } from "~/components/page/mail-link";
import { hero } from "~/content/landing";
import { footerPages, headerPages, pages } from "~/content/pages";
import type { SitePage } from "~/content/pages";
import { productName } from "~/content/constants";
import { footerNote, navigationLabels } from "~/content/shared";
import { fieldId } from "~/forms/definition";

interface NavigationProps {
  /** The path of the current page; an error page has none. */
  current: string | undefined;
}

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
export function SiteHeader({ current }: NavigationProps) {
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

export const SiteFooter = ({ current }: NavigationProps) => (
  <footer className="bottom strung">
    <div>
      <nav aria-label={navigationLabels.footer}>
        <PageLinks to={footerPages} current={current} />
      </nav>
      <MailLink to="support" />
    </div>
    <p className="note">{footerNote}</p>
  </footer>
);

interface PageLinksProps extends NavigationProps {
  to: (Pick<SitePage, "path" | "label"> & { isHidden?: boolean })[];
}

const PageLinks = ({ to, current }: PageLinksProps) => (
  <ul>
    {to.map(({ path, label, isHidden }) => (
      <li key={path}>
        <a
          href={path}
          className={isHidden ? "alone hidden" : "alone"}
          aria-current={path === current ? "page" : undefined}
        >
          {label}
        </a>
      </li>
    ))}
  </ul>
);
