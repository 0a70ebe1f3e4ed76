import { MailLink } from "~/components/page/mail-link";
import { PageLinks } from "~/components/page/page-links";
import { pages } from "~/content/pages";
import { footerNote, navigationLabels } from "~/content/site";

const linked = [pages.privacy, pages.terms, pages.contact, pages.support];

export function SiteFooter({ current }: { current: string | undefined }) {
  return (
    <footer className="bottom strung">
      <div>
        <nav aria-label={navigationLabels.footer}>
          <PageLinks to={linked} current={current} />
        </nav>
        <MailLink to="support" />
      </div>
      <p className="note">{footerNote}</p>
    </footer>
  );
}
