import type { Mutations } from "./mutation";

export const mail: Mutations = {
  "A newly stored message is mailed once": [
    {
      file: "app/forms/submit.server.ts",
      from: 'if (outcome === "stored") onStored?.(parsed.row);',
      to: "onStored?.(parsed.row);",
      test: "each newly stored message",
    },
    {
      file: "app/data/supabase.server.ts",
      from: "unconfirmed.set(submission, true);",
      test: "a repeat is distinguished",
    },
  ],
  "A mail has the whole message": [
    {
      file: "app/mail/messages.server.ts",
      from: "replyTo: { name: inHeader(name), address: row.email },",
      test: "a mail is plain text",
    },
    {
      file: "app/mail/messages.server.ts",
      from: 'text.replace(/[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]+/gu, " ").trim();',
      to: "text;",
      test: "becomes no header",
    },
  ],
  "No answer waits for a mail server": [
    {
      file: "app/server/start.server.ts",
      from: "finish(end - performance.now());",
      to: "process.exit(0);",
      test: "no answer waits",
    },
    {
      file: "app/mail/team-mail.server.ts",
      from: "setTimeout(() => currentTry.abort(), milliseconds).unref();",
      test: "a mail server that hangs",
    },
  ],
  "20 mails go out within an hour": [
    {
      file: "app/mail/team-mail.server.ts",
      from: "if (unmailed > 0 || mailsInLastHour === mailsPerHour) unmailed += 1;\n  else queue",
      to: "queue",
      test: "20 mails go out",
    },
    {
      file: "app/mail/team-mail.server.ts",
      from: "const pauses = [2 * minute, 8 * minute];",
      to: "const pauses = [2 * minute];",
      test: "is tried three times",
    },
  ],
  "Passwords and messages leave the machine": [
    {
      file: "app/mail/mail-server.server.ts",
      from: "requireTLS: !/^(localhost|127\\.[\\d.]+|::1)$/i.test(host),",
      test: "no password and no message",
    },
    {
      file: "app/mail/mail-server.server.ts",
      from: 'secure: url.protocol === "smtps:",',
      test: "mails go by smtps",
    },
  ],
  "The privacy page mentions": [
    {
      file: "app/routes/privacy.tsx",
      from: "env.SMTP_URL !== undefined,",
      to: "env !== undefined,",
    },
  ],
};
