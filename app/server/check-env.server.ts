import { homedir } from "node:os";
import path from "node:path";
import * as z from "zod";
import { isAddress, readAddress } from "~/forms/address.server";

/** Variables whose values are never printed. */
const secrets = [
  "SESSION_SECRET",
  "SUPABASE_ANON_KEY",
  "SMTP_URL",
  "DATABASE_URL",
];

/** Variables that are set together or not at all. */
const groups = [
  ["SUPABASE_URL", "SUPABASE_ANON_KEY"],
  ["SMTP_URL", "MAIL_FROM", "MAIL_TO"],
] as const;

// The message of each check ends the sentence "It should be …".

const wholeNumber = (minimum: number, maximum: number) => {
  const expected = `a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((number) => number >= minimum && number <= maximum, expected);
};

/** Messages print a folder, and a connection string has a password. */
const folder = z
  .string()
  .refine((text) => !text.includes("://"), "a folder's path, not a URL")
  // Only a shell reads it as the home folder.
  .refine((text) => !/^~(?:\/|$)/.test(text), {
    error: ({ input }) =>
      `a path without ~, such as ${path.join(homedir(), String(input).slice(1))}`,
  });

/** The parts of a URL are percent-encoded, as libpq wants them, too. */
function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    const { username, password, hostname, pathname } = url;
    decodeURIComponent(username + password + hostname + pathname);
    return url;
  } catch {
    return undefined;
  }
}

/** Accepts a host, a complete login or none, and no nodemailer options. */
function isMailServer(text: string): boolean {
  const url = parseUrl(text);
  const isComplete = (url?.username === "") === (url?.password === "");
  return Boolean(url) && isComplete && /^smtps?:\/\/[^/?#]+\/?$/i.test(text);
}

const isConnectionString = (text: string) =>
  /^postgres(?:ql)?:$/.test(parseUrl(text)?.protocol ?? "");

/** The parameters of libpq. */
const libpqs =
  /^(?:application_name|channel_binding|client_encoding|connect_timeout|dbname|fallback_application_name|host(?:addr)?|keepalives\w*|krbsrvname|load_balance_hosts|options|pass(?:file|word)|port|replication|require_auth|service|target_session_attrs|tcp_user_timeout|user|gss\w+|ssl(?!mode)\w*|sslmode=(?:allow|disable|prefer|require|verify-(?:ca|full)))\b/;

/** Other clients have parameters of their own, such as pgbouncer and schema. */
function foreignParameter(text: string): string | undefined {
  const { search = "", searchParams = [] } = parseUrl(text) ?? {};
  const [name] =
    [...searchParams].find((pair) => !libpqs.test(pair.join("="))) ?? [];
  // It may be a piece of a password that is not encoded.
  return name && search.includes("@") ? "a parameter" : name;
}

/** Supabase's dashboard shows the string with this in place of the password. */
const hasPlaceholder = (text: string) =>
  /^(?:\[|%5B).*(?:\]|%5D)$/i.test(parseUrl(text)?.password ?? "");

/** Reads an address as the forms do, but takes none out of its surroundings. */
const readMailbox = (text: string) =>
  /[<>\p{Cc}]/u.test(text) ? text : readAddress(text);

/** Reads a mailbox with a name or without one. */
function toMailbox(text: string): { name?: string; address: string } {
  const [, name = "", address] =
    /^"?([^"<>\p{Cc}]*?)"? *<([^<>]*)>$/u.exec(text) ?? [];
  const read = readMailbox(address ?? text);
  return name ? { name, address: read } : { address: read };
}

const projectUrl =
  "the URL of a Supabase project such as https://abc.supabase.co, without a user or password";

const isHttp = (text: string) => /^https?:/.test(text);

/**
 * One spelling counts, because a proxy such as Caddy takes SITE_URL as it stands: with
 * a final slash it would serve one page alone.
 */
function originOf(text: string): string {
  const { href = "", origin } = parseUrl(text) ?? {};
  return isHttp(href) && href === `${origin}/`
    ? `${origin}, spelled exactly so`
    : "an http or https origin such as https://kandi.example, without a path, query or password";
}

/** .env.example explains each variable. */
export const schema = z
  .object({
    PORT: wholeNumber(1, 65535).default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:%-]+$/, "an address of this machine such as 127.0.0.1")
      .optional(),
    SITE_URL: z
      .string()
      .refine((text) => text === parseUrl(text)?.origin && isHttp(text), {
        error: ({ input }) => originOf(String(input)),
      })
      .optional(),
    SESSION_SECRET: z.string().min(16, "at least 16 characters").optional(),
    SUPABASE_URL: z
      .url({ protocol: /^https?$/, error: projectUrl })
      .transform((text) => new URL(text))
      // fetch refuses such a URL.
      .refine(({ username, password }) => !username && !password, projectUrl)
      .transform(({ href }) => href.replace(/\/$/, ""))
      .optional(),
    SUPABASE_ANON_KEY: z
      .string()
      .regex(/^[\x21-\x7e]+$/, "the project's anon or publishable key")
      .optional(),
    DATABASE_URL: z
      .string()
      .refine(
        isConnectionString,
        "postgresql://user:password@host:5432/database, with / ? # @ : and % in the password percent-encoded",
      )
      .refine(
        (text) => !hasPlaceholder(text),
        "without a placeholder: put the database's password in place of [YOUR-PASSWORD]",
      )
      .refine((text) => foreignParameter(text) === undefined, {
        error: ({ input }) =>
          `without ${foreignParameter(String(input))}, with which pg_dump makes no backup`,
      })
      .transform((text) => new URL(text))
      .optional(),
    SUPABASE_TIMEOUT_MS: wholeNumber(1, 600_000).default(5000),
    DATA_DIR: folder.default("data"),
    BACKUP_DIR: folder.optional(),
    CLIENT_IP_HEADER: z
      .string()
      .regex(
        /^[\w!#$%&'*+.^`|~-]+$/,
        "the name of a request header such as X-Real-IP",
      )
      .toLowerCase()
      // Its addresses have ports and names, so it would limit nobody.
      .refine(
        (name) => name !== "forwarded",
        "the name of a header with an address alone such as X-Real-IP",
      )
      .optional(),
    RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(120),
    SMTP_URL: z
      .string()
      .refine(
        isMailServer,
        "smtp://user:password@host:587 or smtps://user:password@host, with / ? # @ and % in the password percent-encoded",
      )
      .transform((text) => new URL(text))
      .optional(),
    MAIL_FROM: z
      .string()
      .transform(toMailbox)
      .refine(
        ({ address }) => isAddress(address),
        "an e-mail address such as site@kandi.example or Kandi <site@kandi.example>",
      )
      .optional(),
    MAIL_TO: z
      .string()
      .transform((text) => [
        ...new Set(text.split(",").map((part) => readMailbox(part.trim()))),
      ])
      .refine(
        (addresses) => addresses.every(isAddress),
        "e-mail addresses such as team@kandi.example, separated by commas",
      )
      .optional(),
  })
  .superRefine((env, { addIssue }) => {
    const addProblem = (name: keyof Env, message: string) =>
      addIssue({ code: "custom", path: [name], message });
    for (const group of groups) {
      const given = group.find((name) => env[name]);
      for (const name of group) {
        if (!given || env[name]) continue;
        addProblem(name, `set too, because ${given} is (all or none)`);
      }
    }
    if (!env.SUPABASE_URL || env.SESSION_SECRET) return;
    addProblem(
      "SESSION_SECRET",
      "set when Supabase is: at least 16 random characters, the same for every process of the site",
    );
  });

/** The operator's settings, checked and parsed. */
export type Env = z.infer<typeof schema>;

/**
 * Checks every variable without printing a secret's value.
 *
 * @returns env only if all are right; else problems has a line for each wrong
 *   variable with its name, its value and what it should be
 */
export function checkEnv(
  source: Record<string, string | undefined> = process.env,
) {
  // An empty value means "not set". remix-serve reads PORT itself and takes an
  // empty one for any port.
  const set = Object.fromEntries(
    Object.entries(source).filter(
      ([name, value]) => name === "PORT" || value?.trim(),
    ),
  );
  const { data: env, error } = schema.safeParse(set);
  const expectations = new Map(
    error?.issues.map(({ path: [name], message }) => [name, message]),
  );
  const defaults: Record<string, unknown> = schema.parse({});
  const variables = Object.keys(schema.shape).map((name) => {
    const printable = toPrintable(name, set[name]);
    const verb = secrets.includes(name) ? "has" : "is";
    const state = printable ? `${verb} ${printable}` : "is not set";
    const expected = expectations.get(name);
    const problem = expected && `${name} ${state}; it should be ${expected}.`;
    return { name, printable, fallback: defaults[name], problem };
  });
  const problems = variables.flatMap(({ problem }) => problem ?? []);
  return { env, problems, variables };
}

/**
 * Returns the value, or only its length if it is a secret. A connection string
 * in the wrong variable shows its scheme at most: # or a quote in the password
 * may have cut it off before its @.
 */
function toPrintable(name: string, value: string | undefined) {
  if (value === undefined) return undefined;
  if (secrets.includes(name)) return `${value.length} characters`;
  const masked = value
    .replace(/(?!https?:)\b([a-z][a-z\d+.-]*:\/\/).*/is, "$1***")
    .replace(/^(https?:\/\/)?.*:.*@/is, "$1***@");
  return JSON.stringify(masked);
}
