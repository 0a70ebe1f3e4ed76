import { mailServer, reasonOf } from "~/mail/mail-server.server";
import { report } from "./report";

/** Greets the mail server, by TLS where that is due, logs in and sends nothing. */
export async function checkMailServer(url: URL): Promise<void> {
  const fine = url.username ? "answers and takes the login" : "answers";
  const problem = await mailServer(url)
    .verify()
    .then(() => false as const, reasonOf);
  const mend =
    "let SMTP_URL name its host, port and login, and see that it offers TLS by a certificate that this machine trusts";
  report("Mail server", problem && `${problem}; ${mend}`, fine);
}
