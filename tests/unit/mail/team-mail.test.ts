import dns from "node:dns";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contactForm } from "~/forms/contact";
import type { FormDefinition, Row } from "~/forms/definition";
import { catchLog } from "../../support/project/caught-log";
import { login, startMailServer } from "../../support/servers/mail-server";
import type { MailServer } from "../../support/servers/mail-server";
import {
  makeCertificate,
  temporaryFolder,
  withoutOpenssl,
} from "#supabase/testing";

const minute = 60_000;
const logged = catchLog("warn", "error");
let server: MailServer;
let mail: typeof import("~/mail/team-mail.server");

/** The test ends the pauses between two tries. */
const pauses: [milliseconds: number, end: () => void][] = [];
vi.mock("node:timers/promises", () => ({
  setTimeout: (
    milliseconds: number,
    value: unknown,
    { signal }: { signal: AbortSignal },
  ) =>
    new Promise<unknown>((resolve, reject) => {
      if (signal.aborted) return reject(new Error());
      pauses.push([milliseconds, () => resolve(value)]);
      signal.addEventListener("abort", () => reject(new Error()));
    }),
}));

/** The site's mails on the test's own server. */
async function start(options?: SMTPServerOptions, url?: string) {
  server = await startMailServer(options);
  for (const [name, value] of Object.entries(server.settings(url))) {
    vi.stubEnv(name, value);
  }
  vi.resetModules();
  mail = await import("~/mail/team-mail.server");
}

beforeEach(() => {
  pauses.length = 0;
});
afterEach(async () => {
  await mail.finishMails(0);
  vi.unstubAllEnvs();
  await server.stop();
});

/** Waits for the network, which the clock does not control. */
const until = (isTrue: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => (isTrue() ? resolve() : setImmediate(look));
    look();
  });

const arrived = (count: number) => until(() => server.mails.length === count);

const message = {
  name: "Robin",
  email: "robin@example.com",
  subject: "Lost kandi",
  message: "I lost it at the lake.\n\nDid somebody find it?",
};

async function mailFor(row: Row) {
  mail.mailToTeam(contactForm, row);
  await arrived(1);
  const [received] = server.mails;
  if (!received) throw new Error("There is none.");
  const header = (name: string) =>
    received.headers.filter(([other]) => other === name).map(([, is]) => is);
  return { ...received, header };
}

test("a mail is plain text from the site, with a line for each field, and a reply goes to the visitor", async () => {
  await start();
  const escape = "\x1b]0;x\x07\x9b31m";
  const city = "K\u202eöln\nBonn";
  const row = { ...message, message: `${message.message}\t${escape}`, city };
  const { from, to, user, header, text } = await mailFor(row);
  expect(from).toBe("site@kandi.example");
  expect(to).toEqual(["team@kandi.example", "safety@kandi.example"]);
  expect(user).toBe(login.user);
  expect(header("From")).toEqual(["Kandi <site@kandi.example>"]);
  expect(header("Reply-To")).toEqual(["Robin <robin@example.com>"]);
  expect(header("Subject")).toEqual(["[Kandi] Robin: Lost kandi"]);
  expect(header("Content-Type")).toEqual(["text/plain; charset=utf-8"]);
  // A reply quotes the text, and drops headers.
  expect(header("Comments").join()).toContain("waitlist -- answered <id>");
  expect(text).not.toContain("npm run");
  expect(text).toContain(
    "Name:    Robin\nE-mail:  robin@example.com\nSubject: Lost kandi\nCity:    K öln Bonn\n",
  );
  expect(
    text.endsWith(`-----\n${message.message}\t\\u001b]0;x\\u0007\\u009b31m\n`),
  ).toBe(true);
});

test("another form's mail names the form, and marks nothing as answered", async () => {
  await start();
  const fields = { name: {}, email: {}, note: { rows: 6 } };
  const form = { name: "press", table: "press_inquiries", fields };
  const press = form as unknown as FormDefinition;
  // The database has null for an optional text that was left empty.
  const row = { name: "Alex", email: "alex@example.com", note: null };
  mail.mailToTeam(press, row);
  await arrived(1);
  const [{ raw = "", text = "" } = {}] = server.mails;
  expect(text).toMatch(/^A visitor sent the press form\.[^]*-----\n\n$/);
  expect(raw).not.toContain("answered");
});

const headers = [
  "Comments",
  // Help desks set mail with Auto-Submitted aside.
  ...["From", "To", "Reply-To", "Subject", "Message-ID"],
  ...["Date", "Content-Transfer-Encoding", "MIME-Version", "Content-Type"],
];

test.each([
  [
    "line breaks, escapes and turned directions",
    "A\r\nBcc: evil@example.com\u0085\u2028B\0\x1b[31m\x7f\u202egnp\u2066.exe\u200f",
    "A Bcc: evil@example.com B [31m gnp .exe",
  ],
  ...[
    ["an address", '"A" <evil@example.com>, B'],
    ["an encoded word", "=?UTF-8?Q?=0D=0ABcc:_x?="],
    ["other scripts, and 5,000 emoji", "Zoë 王 مرحبا 👩‍🎤" + "💜".repeat(5000)],
  ].map(([what, text]) => [what, text, text]),
  ["nothing visible", "\u202e", ""],
])(
  "%s in the name and subject becomes no header",
  async (_what, typed = "", read = "") => {
    await start();
    const lines = `${typed}\n.\r\n..\nFrom me \n-- \n${"word ".repeat(200)}`;
    const typedOnly = { name: typed, subject: typed, message: lines };
    const received = await mailFor({ ...message, ...typedOnly });
    const { to, headers: found, header, text, raw } = received;
    expect(to).toEqual(["team@kandi.example", "safety@kandi.example"]);
    expect(found.map(([name]) => name)).toEqual(headers);
    const shown = (text: string) =>
      [...text].slice(0, 320).join("").replaceAll("=?", "= ?");
    expect(header("Subject")).toEqual([
      shown(`[Kandi] ${read}: ${read || "(no subject)"}`),
    ]);
    const address = "robin@example.com";
    const [replyTo = ""] = header("Reply-To");
    expect(replyTo.replaceAll(/^"|"(?= <robin)|\\/g, "")).toBe(
      read ? `${shown(read)} <${address}>` : address,
    );
    expect(text).toContain(`\nName:    ${read}\nE-mail:  ${address}\n`);
    const whole = lines
      .replace(/\r\n?/g, "\n")
      .replace(/(?!\n)\p{Cc}/gu, (sign) => {
        const code = sign.charCodeAt(0).toString(16);
        return `\\u${code.padStart(4, "0")}`;
      });
    expect(text.endsWith(`-----\n${whole}\n`)).toBe(true);
    expect(
      Math.max(...raw.split("\r\n").map(({ length }) => length)),
    ).toBeLessThan(999);
  },
);

/** Expects these lines and no other, with nothing from the visitor or the login. */
function expectLogged(...lines: object[]) {
  expect(logged.map((line) => JSON.parse(line) as object)).toEqual(
    lines.map((line) => expect.objectContaining(line) as object),
  );
  expect(logged.join()).not.toMatch(/robin|lost|lake|word|kandi@|example/i);
}

const refuse = (responseCode: number) =>
  Object.assign(new Error("No, Robin"), { responseCode });

const pausedOnce = (times: number) => until(() => pauses.length === times);

/** Ends a pause once it has begun. */
async function endPause(number: number) {
  await pausedOnce(number);
  pauses[number - 1]?.[1]();
}

const first = {
  level: "warn",
  message: "Mail not sent yet, will be tried again",
};
const last = { level: "error", message: "Mail not sent" };

const some = { message: "Mail refused for some of MAIL_TO", count: 1 };

test.each<[string, Record<string, number[]>, string[][], object[]]>([
  ["for good", { safety: [550] }, [["team"]], [some]],
  ["for now", { safety: [450, 450] }, [["team"], ["safety"]], [first]],
  ["for now, then for good", { safety: [450, 550] }, [["team"]], [first, some]],
  [
    "for now, and the other for good",
    { team: [550], safety: [450] },
    [["safety"]],
    [first, some],
  ],
])(
  "if one of two recipients is refused %s, whoever is not refused for good gets the same mail once",
  async (_how, codes, mailedTo, lines) => {
    await start({
      onRcptTo: ({ address }, _session, done) => {
        const code = codes[address.replace(/@.*/, "")]?.shift();
        done(code ? refuse(code) : null);
      },
    });
    write(1);
    await until(() => {
      for (const [, end] of pauses.splice(0)) end();
      const counts = [server.mails.length, logged.length];
      return counts.join() === [mailedTo.length, lines.length].join();
    });
    await mail.finishMails(minute);
    expectLogged(...lines);
    expect(server.mails.map(({ to }) => to)).toEqual(
      mailedTo.map((names) => names.map((name) => `${name}@kandi.example`)),
    );
    expect(new Set(server.mails.map(({ raw }) => raw)).size).toBe(1);
  },
);

const subjects = () =>
  server.mails.map(({ headers }) => Object.fromEntries(headers).Subject);

const write = (count: number) => {
  while (count-- > 0) mail.mailToTeam(contactForm, message);
};

const summary = (what: string) =>
  `[Kandi] ${what}: npm run waitlist -- unanswered`;

test("ten messages in ten minutes are mailed; the others are counted in one mail a minute later, then in one every half hour", async () => {
  await start();
  const clock = vi.spyOn(performance, "now");
  let now = 0;
  const pass = (minutes: number) =>
    clock.mockReturnValue((now += minutes * minute));
  pass(0);
  write(10);
  await arrived(10);
  write(200);
  expect(pauses.map(([milliseconds]) => milliseconds)).toEqual([minute]);
  pass(1);
  pauses[0]?.[1]();
  await arrived(11);
  expect(subjects()[10]).toBe(summary("200 new messages"));
  expect(JSON.stringify(server.mails[10])).not.toMatch(/robin|lost|lake/i);
  pass(8);
  write(1);
  expect(pauses[1]?.[0]).toBe(22 * minute);
  pass(1);
  write(10);
  await arrived(21);
  expect(subjects()[20]).toBe("[Kandi] Robin: Lost kandi");
  pass(21);
  pauses[1]?.[1]();
  await arrived(22);
  expect(subjects()[21]).toBe(summary("1 new message"));
  expect(pauses).toHaveLength(2);
  expect(logged).toEqual([]);
});

test("a mail that is refused for now is tried three times in ten minutes, and told of in the next summary that gets through", async () => {
  let isDown = true;
  await start({
    onMailFrom: (_from, _session, done) => done(isDown ? refuse(451) : null),
  });
  write(3);
  for (const minutes of [2, 8]) {
    await pausedOnce(3);
    for (const [milliseconds, end] of pauses.splice(0)) {
      expect(milliseconds).toBe(minutes * minute);
      end();
    }
  }
  await until(() => logged.length === 6);
  expect(server.asked()).toBe(9);
  const reason = "refused with 451 at MAIL FROM";
  const lines = [first, last].map((line) => ({ ...line, reason }));
  expectLogged(...lines.flatMap((line) => [line, line, line]));
  // The summary is given up, too.
  for (const number of [1, 2, 3]) await endPause(number);
  await pausedOnce(4);
  expect(pauses[3]?.[0]).toBeGreaterThan(25 * minute);
  isDown = false;
  write(1);
  await arrived(1);
  await endPause(4);
  await arrived(2);
  expect(subjects()[1]).toBe(summary("3 new messages"));
  const { headers } = server.mails[1] ?? {};
  expect(headers).toContainEqual(["Auto-Submitted", "auto-generated"]);
  expect(pauses).toHaveLength(4);
});

test("at most 20 messages wait for a server that hangs, and the others are counted", async () => {
  await start({ onMailFrom: () => {} });
  const clock = vi.spyOn(performance, "now");
  for (let now = 0; now < 100; now += 10) {
    clock.mockReturnValue(now * minute);
    write(10);
  }
  expect(pauses).toHaveLength(1);
  await until(() => server.asked() === 1);
  await mail.finishMails(100);
  expect(logged).toHaveLength(21);
});

test("when the site ends, mails that wait for another try are given up, each with a line", async () => {
  await start({ onMailFrom: (_from, _session, done) => done(refuse(451)) });
  write(1);
  await pausedOnce(1);
  await mail.finishMails(minute);
  expectLogged(first, last);
  expect(server.asked()).toBe(1);
  expect(pauses).toHaveLength(1);
});

test("when the site ends, messages that are only counted are told of at once", async () => {
  await start();
  write(13);
  await mail.finishMails(minute);
  expect(server.mails).toHaveLength(11);
  expect(subjects()).toContain(summary("3 new messages"));
  expect(logged).toEqual([]);
});

/** Lets the system know this machine by any name. */
const lookUpHere = ((
  _name: string,
  _options: unknown,
  done: (...result: unknown[]) => void,
) => done(null, [{ address: "127.0.0.1", family: 4 }])) as typeof dns.lookup;

const here = "smtp://*@127.0.0.1";
test.each<[why: string, url: string, line: RegExp, SMTPServerOptions?]>([
  [
    "the login is wrong",
    here,
    /sent","reason":"refused with 535 at AUTH PLAIN"/,
    { onAuth: (_auth, _session, done) => done(refuse(535)) },
  ],
  [
    "the sender may not send",
    here,
    /sent","reason":"refused with 550 at MAIL FROM"/,
    { onMailFrom: (_from, _session, done) => done(refuse(550)) },
  ],
  ["the port speaks no TLS", "smtps://*@127.0.0.1", /sent",.*(?:_SSL_|EPROTO)/],
  // The server of the test has no IPv6.
  ["nobody listens", "smtp://*@[::1]", /again",.*failed with E[A-Z]+ at CONN"/],
  [
    "another machine offers no TLS",
    "smtp://*@0.0.0.0",
    /sent","reason":"refused with 500 at STARTTLS"/,
  ],
  [
    "a name, which may lead elsewhere tomorrow, offers no TLS",
    "smtp://*@mail.example",
    /sent","reason":"refused with 500 at STARTTLS"/,
  ],
])("the log says at once that %s", async (_why, url, line, options) => {
  await start(options, url);
  vi.spyOn(dns, "lookup").mockImplementation(lookUpHere);
  write(1);
  await pausedOnce(1);
  expect(logged).toEqual([expect.stringMatching(line)]);
  expect(server.mails).toEqual([]);
});

const tls =
  !withoutOpenssl[0] && makeCertificate(temporaryFolder(), "IP:0.0.0.0").tls;

test.for(["smtps", "smtp"])(
  "no password and no message is sent by %s to another machine whose certificate is not trusted",
  async (scheme, { skip }) => {
    skip(...withoutOpenssl);
    const [onAuth, onMailFrom] = [vi.fn(), vi.fn()];
    const options = { ...tls, secure: scheme === "smtps", onAuth, onMailFrom };
    await start(options, `${scheme}://*@0.0.0.0`);
    write(1);
    await pausedOnce(1);
    const reason = "failed with DEPTH_ZERO_SELF_SIGNED_CERT at CONN";
    expectLogged({ ...last, reason });
    expect(onAuth).not.toHaveBeenCalled();
    expect(onMailFrom).not.toHaveBeenCalled();
  },
);

test.for([
  ...["smtp://*@LOCALHOST", "smtps://*@mail.localhost."],
  ...["smtp://*@127.1", "smtps://*@127.0.1.1"],
])(
  "%s is this machine, whatever DNS says, and may show any certificate",
  async (url, { skip }) => {
    skip(...withoutOpenssl);
    await start({ ...tls, secure: url.startsWith("smtps") }, url);
    const lookup = vi.spyOn(dns, "lookup");
    expect(await mailFor(message)).toMatchObject({
      isSecure: true,
      user: login.user,
    });
    expect(lookup).not.toHaveBeenCalled();
    expect(logged).toEqual([]);
  },
);
