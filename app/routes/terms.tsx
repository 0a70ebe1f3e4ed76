import { useLoaderData } from "@remix-run/react";
import { LegalPage, todayInUtc } from "~/components/legal-page";
import { pageMeta } from "~/components/page-meta";
import { pages } from "~/content/pages";
import { terms } from "~/content/terms";

export const meta = pageMeta(pages.terms);

export const loader = todayInUtc;

export default function Terms() {
  return <LegalPage text={terms} {...useLoaderData<typeof loader>()} />;
}
