import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "~/components/page/legal-page";
import { pageMeta } from "~/components/page/page-meta";
import { privacy, privacyWithMail } from "~/content/privacy";
import { env } from "~/server/env.server";

export const meta = pageMeta("privacy");

export const loader = () => ({ isMailed: env.SMTP_URL !== undefined });

export default function Privacy() {
  const { isMailed } = useLoaderData<typeof loader>();
  return <LegalPage text={isMailed ? privacyWithMail : privacy} />;
}
