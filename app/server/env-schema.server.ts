import { z } from "zod";
import { isAddress } from "~/forms/schema.server";

/** Variables whose value must not be repeated. */
const secrets = ["SESSION_SECRET", "SUPABASE_ANON_KEY", "SMTP_URL"];

/** Variables that are set together or not at all. */
const groups = [
  ["SUPABASE_URL", "SUPABASE_ANON_KEY"],
  ["SMTP_URL", "MAIL_FROM", "MAIL_TO"],
];

const wholeNumber = (minimum: number, maximum: number) => {
  const expected = `a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((number) => number >= minimum && number <= maximum, expected);
};

const httpUrl = (expected: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      expected,
    )
    .transform((text) => new URL(text));

/** Whether nodemailer gets a host and a whole login from it, and no options. */
function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\/[^/?#]+\/?$/i.test(text) || !URL.canParse(text))
    return false;
  const { username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return (username === "") === (password === "");
}

const siteOrigin = "an http or https origin such as https://kandi.example";
const headerName = "the name of a request header such as X-Real-IP";

/** Each variable; .env.example says what it is for. */
const schema = z.object({
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: z.string().optional(),
  SITE_URL: httpUrl(siteOrigin)
    .refine(
      (url) => url.href === `${url.origin}/`,
      `${siteOrigin}, without a path, query or password`,
    )
    .transform(({ origin }) => origin)
    .optional(),
  SESSION_SECRET: z.string().min(16, "at least 16 characters").optional(),
  SUPABASE_URL: httpUrl(
    "the URL of a Supabase project such as https://abc.supabase.co",
  )
    .transform(({ href }) => href.replace(/\/$/, ""))
    .optional(),
  SUPABASE_ANON_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "the project's anon or publishable key")
    .optional(),
  SUPABASE_TIMEOUT_MS: wholeNumber(1, 600_000).default(5000),
  DATA_DIR: z.string().default("data"),
  CLIENT_IP_HEADER: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, headerName)
    .toLowerCase()
    .optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(120),
  SUPABASE_LOCAL_PORT: wholeNumber(1, 65535).default(54321),
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
    .refine(isAddress, "an e-mail address such as site@kandi.example")
    .optional(),
  MAIL_TO: z
    .string()
    .transform((text) => text.split(",").map((address) => address.trim()))
    .refine(
      (addresses) => addresses.every(isAddress),
      "e-mail addresses such as team@kandi.example, separated by commas",
    )
    .optional(),
});

/** The settings of an operator, once they are found right. */
export type Env = z.infer<typeof schema>;

type Source = Record<string, string | undefined>;

export interface Variable {
  name: string;
  /** Its value, or the length of a secret; undefined if it is not set. */
  held: string | undefined;
  /** Its default, if it has one. */
  fallback: string | number | undefined;
  /** One line: the variable, what it holds and what it should be. */
  problem: string | undefined;
}

/**
 * Looks at every variable, and never tells a secret's value.
 *
 * @returns no env where one of them is wrong
 */
export function checkEnv(source: Source = process.env): {
  env: Env | undefined;
  variables: Variable[];
} {
  // An empty line in a .env file means: not set.
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value?.trim()),
  );
  const parsed = schema.safeParse(set);
  // The first issue of a variable counts.
  const expected = new Map(
    parsed.error?.issues
      .map(({ path, message }) => [String(path[0]), message] as const)
      .reverse(),
  );
  // remix-serve, which reads PORT by itself, takes an empty one for any port.
  if (source.PORT?.trim() === "") {
    expected.set("PORT", "a whole number from 1 to 65535, or not set");
  }
  for (const group of groups) {
    const other = group.find((name) => set[name]);
    for (const name of group) {
      if (set[name] || !other) continue;
      expected.set(name, `set too, because ${other} is (all or none)`);
    }
  }
  if (set.SUPABASE_URL && !set.SESSION_SECRET) {
    expected.set(
      "SESSION_SECRET",
      "set when Supabase is: at least 16 random characters, the same for every process of the site",
    );
  }
  const variables = Object.entries(schema.shape).map(([name, variable]) => {
    const value = name === "PORT" ? source.PORT : set[name];
    const should = expected.get(name);
    return {
      name,
      held: value === undefined ? undefined : shown(name, value),
      fallback: (variable as z.ZodType<string | number>).safeParse(undefined)
        .data,
      problem: should && `${name} ${is(name, value)}; it should be ${should}.`,
    };
  });
  return {
    env: expected.size === 0 ? parsed.data : undefined,
    variables,
  };
}

/**
 * @throws Error whose message has a line for each wrong variable: its name, what
 *   it holds (never a secret's value) and what it should be.
 */
export function readEnv(source?: Source): Env {
  const { env, variables } = checkEnv(source);
  if (env) return env;
  throw new Error(variables.flatMap(({ problem }) => problem ?? []).join("\n"));
}

function shown(name: string, value: string) {
  if (secrets.includes(name)) return `${value.length} characters`;
  return JSON.stringify(value.replace(/\/\/[^/]*@/, "//***@"));
}

function is(name: string, value: string | undefined) {
  if (value === undefined) return "is not set";
  const verb = secrets.includes(name) ? "holds" : "is";
  return `${verb} ${shown(name, value)}`;
}
