import { MailLink } from "~/components/page/mail-link";
import { PageLinks } from "~/components/page/page-links";
import { footerPages } from "~/content/pages";
import { footerNote, navigationLabels } from "~/content/site";

export function SiteFooter({ current }: { current: string | undefined }) {
  return (
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
}
