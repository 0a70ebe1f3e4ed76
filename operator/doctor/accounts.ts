import { connect } from "../waitlist/postgres";
import { fixesOfDatabaseUrl } from "~/database/error-codes.server";
import { mailServer, mailFailureReason } from "~/mail/mail-server.server";

/** Connects, with TLS if required, and logs in, but sends nothing. */
export async function mailProblem(url: URL, from = "") {
  try {
    await mailServer(url, from).verify();
    return false;
  } catch (error) {
    return `${mailFailureReason(error)}; let SMTP_URL name its host, port and login, and check that it offers TLS with a certificate that this machine trusts`;
  }
}

/** Logs in and asks for no row of a table. */
export async function databaseProblem(url: URL) {
  try {
    const { query, close } = await connect(url);
    const nothing = "select from public.beta_signups limit 0";
    await query(nothing).finally(close);
    return false;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // Postgres's own words may contain a piece of the password.
    if (!code) return message;
    const nameIt =
      "let DATABASE_URL name its host, port, user, password and database";
    return `error ${code}; ${fixesOfDatabaseUrl[code] ?? nameIt}`;
  }
}
