import { mailServer, reasonOf } from "~/mail/mail-server.server";
import type { Report } from "./report";

/** Connects, with TLS if required, and logs in, but sends nothing. */
export async function checkMailServer(url: URL, report: Report): Promise<void> {
  const fine = url.username ? "answers and accepts the login" : "answers";
  const problem = await mailServer(url)
    .verify()
    .then(() => false as const, reasonOf);
  const fix =
    "let SMTP_URL name its host, port and login, and check that it offers TLS with a certificate that this machine trusts";
  report("Mail server", problem && `${problem}; ${fix}`, fine);
}
