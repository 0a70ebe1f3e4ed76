import { useLoaderData } from "@remix-run/react";
import { LegalPage, todayInUtc } from "~/components/legal-page";
import { pageMeta } from "~/components/page-meta";
import { pages } from "~/content/pages";
import { privacy } from "~/content/privacy";

export const meta = pageMeta(pages.privacy);

export const loader = todayInUtc;

export default function Privacy() {
  return <LegalPage text={privacy} {...useLoaderData<typeof loader>()} />;
}
