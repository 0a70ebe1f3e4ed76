import { productName } from "~/content/site";
import { env } from "~/server/env.server";

export interface Mail {
  subject: string;
  text: string;
  replyTo?: { name: string; address: string };
}

/** A row of contact_messages. */
export interface ContactMessage {
  name: string;
  email: string;
  subject: string | null;
  message: string;
}

const [list, mark] = env.SUPABASE_URL
  ? [
      "supabase/queries/unanswered.sql, in Supabase's SQL editor",
      "supabase/queries/answered.sql, with that id",
    ]
  : ["npm run waitlist -- unanswered", "npm run waitlist -- answered <id>"];

/** Characters. A line of a mail has at most 998 bytes. */
const headerLength = 320;

/** Removes characters that break the line or change the text's direction. */
const inOneLine = (text: string) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();

/**
 * nodemailer encodes headers, but does not cut long ones and does not escape
 * text that looks encoded.
 */
const inHeader = (text: string) =>
  [...text].slice(0, headerLength).join("").replaceAll("=?", "= ?");

const capitalize = (field: string) =>
  field.charAt(0).toUpperCase() + field.slice(1).replaceAll("_", " ");

/** The visitor's text comes last, so it cannot imitate the site's lines. */
export function contactMail(row: ContactMessage): Mail {
  const { message, ...fields } = row;
  const name = inOneLine(fields.name);
  const subject = inOneLine(fields.subject ?? "") || "(no subject)";
  // The form may have more fields than the mail needs.
  const lines = Object.entries<string | null>({
    ...fields,
    name,
    subject,
  }).map(([field, value]) => {
    const title = field === "email" ? "E-mail" : capitalize(field);
    return `${`${title}:`.padEnd(8)} ${inOneLine(value ?? "")}`;
  });
  return {
    subject: inHeader(`[${productName}] ${name}: ${subject}`),
    replyTo: { name: inHeader(name), address: row.email },
    text: `A visitor sent the contact form. A reply to this mail reaches them.
Then mark the message as answered; the first of these shows its id:

    ${list}
    ${mark}

${lines.join("\n")}

Everything below this line is the visitor's message.
----------------------------------------------------
${message}
`,
  };
}
