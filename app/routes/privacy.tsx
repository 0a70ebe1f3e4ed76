import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/page/legal-page";
import { pageMeta } from "~/components/page/page-meta";
import { privacy } from "~/content/privacy";
import { todayInUtc } from "~/server/today.server";

export const meta = pageMeta("privacy");

export const loader = todayInUtc;

export default function Privacy() {
  return <LegalPage text={privacy} {...useLoaderData<typeof loader>()} />;
}
