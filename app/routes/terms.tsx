import { Page } from "~/components/page";
import { pageMeta } from "~/components/page-meta";
import { pages } from "~/content/pages";

export const meta = pageMeta(pages.terms);

export default function Placeholder() {
  return (
    <Page>
      <h1>{pages.terms.label}</h1>
    </Page>
  );
}
