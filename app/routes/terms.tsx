import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/page/legal-page";
import { pageMeta } from "~/components/page/page-meta";
import { terms } from "~/content/terms";
import { todayInUtc } from "~/server/today.server";

export const meta = pageMeta("terms");

export const loader = todayInUtc;

export default function Terms() {
  return <LegalPage text={terms} {...useLoaderData<typeof loader>()} />;
}
