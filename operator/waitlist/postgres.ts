import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import pg from "pg";
import type { ClientConfig } from "pg";
import type { Queryable } from "#supabase";
import { isThisMachine } from "~/server/this-machine.server";
import { readOnly } from "~/database/error-codes.server";
import { runMigrations } from "./tables";

/** A Postgres server, in which each query is a transaction of its own. */
export interface Postgres extends Queryable {
  /** Runs the work in one transaction. */
  transaction: <Result>(
    work: (database: Queryable) => Promise<Result>,
  ) => Promise<Result>;
  close: () => Promise<void>;
}

/**
 * The settings hold for one transaction, because a pooler may give the next one
 * another session. With row_security off, a role that policies would hide rows
 * from gets an error instead of an empty list.
 */
const begin = `
  begin;
  set local row_security to off;
  set local quote_all_identifiers to off;
  set local timezone to 'UTC';
  set local datestyle to 'ISO';
  set local statement_timeout to 0;`;

/** Postgres's numbers for int8, int2 and int4. */
const wholeNumbers = [20, 21, 23];

/** Jobs select texts and whole numbers. */
const types = {
  getTypeParser: (type: number) =>
    wholeNumbers.includes(type) ? Number : (text: string) => text,
};

/**
 * Connects to the server of a connection string, with a checked certificate
 * unless the server is on this machine.
 *
 * @throws Error with one line, without the string or a part of it
 */
export async function connect(url: URL): Promise<Postgres> {
  const client = new pg.Client(toConfig(url));
  // The next query says only that the connection is lost.
  let lost: Error | undefined;
  client.on("error", (error) => (lost ??= error));
  const ask = async <Result>(answer: Promise<Result>) => {
    try {
      return await answer;
    } catch (error) {
      throw explain(lost ?? error, url);
    }
  };
  await ask(client.connect());

  const query: Queryable["query"] = (text, values) =>
    ask(client.query<Record<string, unknown>>({ text, values, types }));

  const transaction: Postgres["transaction"] = async (work) => {
    try {
      await ask(client.query(begin));
      const result = await work({ query });
      await ask(client.query("commit"));
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  };

  return {
    query: (...asked) => transaction((database) => database.query(...asked)),
    transaction,
    close: () => client.end(),
  };
}

/** Understands some of libpq's parameters, and ignores the others. */
function toConfig(url: URL): ClientConfig {
  const parameters = url.searchParams;
  const decode = (text: string) => decodeURIComponent(text) || undefined;
  const host =
    parameters.get("host") ??
    (url.hostname.replace(/^\[|\]$/g, "") || "localhost");
  return {
    host,
    port: Number(url.port || (parameters.get("port") ?? 5432)),
    user: decode(url.username) ?? parameters.get("user") ?? undefined,
    password: decode(url.password) ?? parameters.get("password") ?? undefined,
    database: decode(url.pathname.slice(1)),
    ssl: toTls(host, parameters),
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    application_name: "waitlist",
  };
}

/**
 * libpq's "require", also as `ssl=true`, checks no certificate, and a list of e-mail
 * addresses must not go to whoever answers: every mode but "disable" means
 * "verify-full".
 */
function toTls(host: string, parameters: URLSearchParams): ClientConfig["ssl"] {
  const isUnasked = isThisMachine(host) && parameters.get("ssl") !== "true";
  const mode =
    parameters.get("sslmode") ?? (isUnasked ? "disable" : "verify-full");
  // A socket has no TLS.
  if (mode === "disable" || host.startsWith("/")) return false;
  const authority = parameters.get("sslrootcert") ?? "system";
  // Node would compare the certificate with "localhost" if the host is an IP.
  const checked = { rejectUnauthorized: true, ...(isIP(host) && { host }) };
  if (authority === "system") return checked;
  try {
    return { ...checked, ca: readFileSync(authority, "utf8") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL's sslrootcert cannot be read (${code}).`);
  }
}

/**
 * Say what to do about an error, by its code and words. Poolers have codes and words of
 * their own.
 */
const fixes: [error: RegExp, fix: string][] = [
  [/^25006/, readOnly],
  [/^42501/, "let DATABASE_URL name the user that owns the tables"],
  [/^42P01/, `its tables are missing: ${runMigrations}`],
  [
    /^53300|max ?clients/i,
    "all its connections are in use: run this again later, or let DATABASE_URL name the transaction pooler",
  ],
  [
    /tenant/i,
    "copy DATABASE_URL from Connect in Supabase's dashboard: a pooler's user is postgres.<project>, and its host is the project's region's",
  ],
];

/** Repeats Postgres's own words, without the password, and nothing else's. */
export function explain(error: unknown, url: URL): Error {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const fail = (reason: string) => new Error(reason);
  if (error instanceof pg.DatabaseError) {
    const known = `${code} ${message}`;
    // Poolers have codes of their own.
    if (/^(?:28|(?:08P01|XX000) .*(?:password|authentication))/i.test(known))
      return fail("DATABASE_URL's server refuses the user or password.");
    const [, fix] = fixes.find(([of]) => of.test(known)) ?? [];
    const text = fix ? `${message}; ${fix}.` : message;
    const password = decodeURIComponent(url.password);
    const cleaned = password ? text.replaceAll(password, "***") : text;
    return Object.assign(fail(cleaned), { code });
  }
  if (/CERT|ISSUER|SIGNATURE|ALTNAME/.test(code))
    return fail(
      `The certificate of DATABASE_URL's server is not trusted (${code}). Name its authority's file in sslrootcert or NODE_EXTRA_CA_CERTS.`,
    );
  if (/does not support SSL/.test(message))
    return fail("DATABASE_URL's server offers no TLS.");
  if (/^(?:Connection terminated|timeout expired|SASL)/.test(message))
    return fail(`DATABASE_URL's server does not answer: ${message}.`);
  const hint = /^db\.\w+\.supabase\.co$/.test(url.hostname)
    ? "Supabase's direct address is IPv6 only: use the connection string of its session pooler"
    : /ENOTFOUND|EAI_AGAIN/.test(code)
      ? "Probably / ? # @ : or % in its password is not percent-encoded"
      : "Let it name its host, port, user, password and database";
  return fail(
    `DATABASE_URL's server cannot be reached (${code || "no code"}). ${hint}.`,
  );
}
