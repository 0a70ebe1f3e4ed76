import { z } from "zod";
import { isAddress } from "~/forms/schema.server";

/** Variables whose value must not be repeated. */
export const secrets = ["SESSION_SECRET", "SUPABASE_ANON_KEY", "SMTP_URL"];

/** Variables that are set together or not at all. */
export const groups = [
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
export const schema = z.object({
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
