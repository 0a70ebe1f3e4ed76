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

/** A line of a mail has 998 bytes at most. */
const headerLength = 320;

/** No character breaks the line or turns the direction of what follows. */
const inOneLine = (text: string) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();

/**
 * nodemailer encodes a header. It does not cut a long one, and leaves alone what
 * reads as encoded already.
 */
const inHeader = (text: string) =>
  [...text].slice(0, headerLength).join("").replaceAll("=?", "= ?");

/** The visitor's words come last: no line of theirs passes for one of the site. */
export function contactMail(row: ContactMessage): Mail {
  const name = inOneLine(row.name);
  const subject = inOneLine(row.subject ?? "") || "(no subject)";
  return {
    subject: inHeader(`[${productName}] ${name}: ${subject}`),
    replyTo: { name: inHeader(name), address: row.email },
    text: `A visitor sent the contact form. An answer to this mail reaches them.
Then mark the message as answered; the first of these shows its id:

    ${list}
    ${mark}

Name:    ${name}
E-mail:  ${row.email}
Subject: ${subject}

Everything below this line is the visitor's message.
----------------------------------------------------
${row.message}
`,
  };
}

/** @param count of messages for which no mail was sent */
export const heldBackMail = (count: number): Mail => ({
  subject: `[${productName}] ${count} more unanswered ${count === 1 ? "message" : "messages"}`,
  text: `So many messages came within an hour that ${count} more were not mailed.
They are stored, and wait with the others in:

    ${list}
`,
});
