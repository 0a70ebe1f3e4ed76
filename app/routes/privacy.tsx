import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/page/legal-page";
import { pageMeta } from "~/components/page/page";
import { privacyPolicy } from "~/content/privacy";
import { forms } from "~/forms/forms";
import { env } from "~/server/env.server";

export const meta = pageMeta("privacy");

export const loader = () =>
  privacyPolicy(
    forms.map(({ policy }) => policy),
    {
      isMailed: env.SMTP_URL !== undefined,
      isRemote: env.SUPABASE_URL !== undefined,
    },
  );

export default function Privacy() {
  return <LegalPage text={useLoaderData<typeof loader>()} />;
}
