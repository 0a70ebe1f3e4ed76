import { productName } from "~/content/constants";
import type { FormDefinition, Row } from "~/forms/definition";

export interface Mail {
  subject: string;
  text: string;
  replyTo?: { name: string; address: string };
  headers?: Record<string, string>;
}

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

/** A terminal's mail program acts on these. nodemailer makes each \r a line's end. */
const inBody = (text: string) =>
  text.replace(
    /(?![\r\n\t])\p{Cc}/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Every reply drops a header; mutt and Alpine also send a signature to the visitor. */
const answering = {
  Comments:
    "Once it is answered: npm run waitlist -- unanswered shows its id, for npm run waitlist -- answered <id>",
};

/**
 * The visitor's longest text comes last, so it cannot imitate the site's lines. Only an
 * answered contact message is marked in the database.
 */
export function mailOf(form: FormDefinition, row: Row): Mail {
  const [last] = Object.entries(form.fields)
    .filter(([, { rows }]) => rows)
    .map(([name]) => name)
    .reverse();
  const { [last ?? ""]: message, ...fields } = row;
  const sender = inOneLine(fields.name ?? fields.email ?? "");
  const subject =
    "subject" in fields
      ? inOneLine(fields.subject ?? "") || "(no subject)"
      : form.name;
  const shown = "subject" in fields ? { ...fields, subject } : fields;
  const lines = Object.entries(shown).map(([field, value]) => {
    const title = field === "email" ? "E-mail" : capitalize(field);
    return `${`${title}:`.padEnd(8)} ${inOneLine(value ?? "")}`;
  });
  return {
    subject: inHeader(`[${productName}] ${sender}: ${subject}`),
    replyTo: { name: inHeader(sender), address: fields.email ?? "" },
    ...(form.table === "contact_messages" && { headers: answering }),
    text: `A visitor sent the ${form.name} form. A reply to this mail reaches them.

${lines.join("\n")}

Everything below this line is the visitor's message.
----------------------------------------------------
${inBody(message ?? "")}
`,
  };
}

/** Tells of messages that are not mailed one by one. */
export function summaryOf(count: number): Mail {
  const what = count === 1 ? "1 new message" : `${count} new messages`;
  return {
    subject: `[${productName}] ${what}: npm run waitlist -- unanswered`,
    // Autoresponders leave such mail alone. So do help desks, so a visitor's message
    // has no such header.
    headers: { "Auto-Submitted": "auto-generated" },
    text: `${what}, not mailed one by one, because many came at once or the mail server did not take them. To read what waits for an answer:

    npm run waitlist -- unanswered

While more come, a mail like this one counts them every half hour.
`,
  };
}
