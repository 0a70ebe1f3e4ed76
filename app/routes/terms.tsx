import { LegalPage } from "~/components/page/legal-page";
import { pageMeta } from "~/components/page/page";
import { terms } from "~/content/terms";

export const meta = pageMeta("terms");

export default function Terms() {
  return <LegalPage text={terms} />;
}
