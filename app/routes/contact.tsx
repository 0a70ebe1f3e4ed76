import { Page } from "~/components/page";
import { pageMeta } from "~/components/page-meta";
import { pages } from "~/content/pages";

export const meta = pageMeta(pages.contact);

export default function Placeholder() {
  return (
    <Page>
      <h1>{pages.contact.label}</h1>
    </Page>
  );
}
