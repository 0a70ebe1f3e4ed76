import dns from "node:dns";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { contactForm } from "~/forms/contact";
import type { FormDefinition } from "~/forms/definition";
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
async function end() {
  await mail.finishMails(0);
  vi.unstubAllEnvs();
  await server.stop();
}
afterEach(end);

/** Once the mails have their answers. */
async function startAgain(...args: Parameters<typeof start>) {
  await mail.finishMails(minute);
  await end();
  await start(...args);
}

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
  subject: "Lost kandi" as string | null,
  message: "I lost it at the lake.\n\nDid somebody find it?",
};

async function mailFor(changed: Partial<typeof message>) {
  mail.mailToTeam(contactForm, { ...message, ...changed });
  await arrived(1);
  const [received] = server.mails;
  if (!received) throw new Error("There is none.");
  const header = (name: string) =>
    received.headers.filter(([other]) => other === name).map(([, is]) => is);
  return { ...received, header };
}

test("a mail is plain text from the site, and a reply goes to the visitor", async () => {
  await start();
  const { from, to, user, header, text } = await mailFor({});
  expect(from).toBe("site@kandi.example");
  expect(to).toEqual(["team@kandi.example", "safety@kandi.example"]);
  expect(user).toBe(login.user);
  expect(header("From")).toEqual(["Kandi <site@kandi.example>"]);
  expect(header("Reply-To")).toEqual(["Robin <robin@example.com>"]);
  expect(header("Subject")).toEqual(["[Kandi] Robin: Lost kandi"]);
  expect(header("Content-Type")).toEqual(["text/plain; charset=utf-8"]);
  expect(text).toContain("npm run waitlist -- answered <id>");
  expect(text).toContain(
    "Name:    Robin\nE-mail:  robin@example.com\nSubject: Lost kandi\n",
  );
  expect(text.endsWith(`-----\n${message.message}\n`)).toBe(true);
});

test("a mail has every field of the form, each in a line of its own", async () => {
  await start();
  mail.mailToTeam(contactForm, { ...message, city: "K\u202eöln\nBonn" });
  await arrived(1);
  expect(server.mails[0]?.text).toContain(
    "Subject: Lost kandi\nCity:    K öln Bonn\n",
  );
});

test("another form's mail names the form, and marks nothing as answered", async () => {
  await start();
  const fields = { name: {}, email: {}, note: { rows: 6 } };
  const form = { name: "press", table: "press_inquiries", fields };
  const press = form as unknown as FormDefinition;
  const row = { name: "Alex", email: "alex@example.com" };
  // The database has null for an optional text that was left empty.
  for (const note of ["A picture", null])
    mail.mailToTeam(press, { ...row, note });
  await arrived(2);
  const [first = "", second = ""] = server.mails.map(({ text }) => text);
  expect(first).toMatch(/^A visitor sent the press form\./);
  expect(first).not.toContain("answered");
  expect(first).toMatch(/-----\nA picture\n$/);
  expect(second).toMatch(/-----\n\n$/);
});

const headers = [
  // Help desks set mail with Auto-Submitted aside.
  ...["From", "To", "Reply-To", "Subject", "Message-ID"],
  ...["Date", "Content-Transfer-Encoding", "MIME-Version", "Content-Type"],
];

test.each([
  ["a line break", "A\r\nBcc: evil@example.com", "A Bcc: evil@example.com"],
  ["any other line break", "A\rB\n\nC\u0085\u2028\u2029D", "A B C D"],
  ["NUL and escapes", "A\0\x1b[31m\x7fB", "A [31m B"],
  ["turned directions", "A\u202egnp\u2066.exe\u200f", "A gnp .exe"],
  ["an address", '"A" <evil@example.com>, B', '"A" <evil@example.com>, B'],
  ["an encoded word", "=?UTF-8?Q?=0D=0ABcc:_x?=", "=?UTF-8?Q?=0D=0ABcc:_x?="],
  ["other scripts", "Zoë 王 مرحبا 👩‍🎤", "Zoë 王 مرحبا 👩‍🎤"],
  ["5,000 emoji", "💜".repeat(5000), "💜".repeat(5000)],
  ["nothing visible", "\u202e", ""],
])(
  "%s in the name and subject becomes no header",
  async (_what, typed, read) => {
    await start();
    const {
      to,
      headers: found,
      header,
      text,
      raw,
    } = await mailFor({
      name: typed,
      subject: typed,
      message: `${typed}\n.\r\n..\nFrom me \n-- \n${"word ".repeat(200)}`,
    });
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
    const whole = `${typed}\n.\n..\nFrom me \n-- \n${"word ".repeat(200)}\n`;
    expect(text.endsWith(`-----\n${whole.replace(/\r\n?/g, "\n")}`)).toBe(true);
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

const later = (count = Infinity): SMTPServerOptions => ({
  onMailFrom: (_from, _session, done) => done(count-- > 0 ? refuse(451) : null),
});

const pausedOnce = (times: number) => until(() => pauses.length === times);

/** Ends a pause once it has begun. */
async function endPause(number: number) {
  await pausedOnce(number);
  pauses[number - 1]?.[1]();
}

const isGivenUp = () => logged.some((line) => line.includes('"error"'));

const reason = "refused with 451 at MAIL FROM";
const first = {
  level: "warn",
  message: "Mail not sent yet, will be tried again",
};
const last = { level: "error", message: "Mail not sent" };

test("a mail that is refused for now is tried three times in ten minutes, with a line at the first refusal and one at the end", async () => {
  await start(later());
  mail.mailToTeam(contactForm, message);
  await pausedOnce(1);
  expectLogged({ ...first, reason });
  await endPause(1);
  await endPause(2);
  await until(isGivenUp);
  const minutes = pauses.map(([milliseconds]) => milliseconds / minute);
  expect(minutes.slice(0, 2)).toEqual([2, 8]);
  expect(server.asked()).toBe(3);
  expectLogged({ ...first, reason }, { ...last, reason });
});

test("a mail that is accepted at the second try arrives once", async () => {
  await start(later(1));
  mail.mailToTeam(contactForm, message);
  await endPause(1);
  await arrived(1);
  expectLogged({ ...first, reason });
});

test.each<[string, SMTPServerOptions]>([
  [
    "535 at AUTH PLAIN",
    { onAuth: (_auth, _session, done) => done(refuse(535)) },
  ],
  [
    "550 at MAIL FROM",
    { onMailFrom: (_from, _session, done) => done(refuse(550)) },
  ],
])(
  "a mail refused for good with %s is not tried again",
  async (says, options) => {
    await start(options);
    mail.mailToTeam(contactForm, message);
    // A summary waits to tell of it.
    await pausedOnce(1);
    expectLogged({ ...last, reason: `refused with ${says}` });
    expect(pauses[0]?.[0]).toBe(minute);
  },
);

const refusing = (codes: number[]): SMTPServerOptions => ({
  onRcptTo: ({ address }, _session, done) => {
    const code = address.startsWith("safety") && codes.shift();
    done(code ? refuse(code) : null);
  },
});

test("a refused recipient does not keep the mail from the others", async () => {
  await start(refusing([550]));
  const { to } = await mailFor({});
  expect(to).toEqual(["team@kandi.example"]);
  await until(() => logged.length > 0);
  expectLogged({ message: "Mail refused for some of MAIL_TO", count: 1 });
  expect(pauses).toEqual([]);
});

test("a recipient who is refused for now gets the same mail later, and the others get it once", async () => {
  await start(refusing([450, 450]));
  const { to } = await mailFor({});
  expect(to).toEqual(["team@kandi.example"]);
  await endPause(1);
  await endPause(2);
  await arrived(2);
  expect(server.mails[1]?.to).toEqual(["safety@kandi.example"]);
  expect(server.mails[1]?.raw).toBe(server.mails[0]?.raw);
  expectLogged({ ...first, reason: "refused with 450 at RCPT TO" });
});

test("a recipient who is refused for now, and then for good, is told of in one line", async () => {
  await start(refusing([450, 550]));
  await mailFor({});
  await endPause(1);
  await until(() => logged.length === 2);
  expectLogged(first, {
    message: "Mail refused for some of MAIL_TO",
    count: 1,
  });
});

test("if all are refused, some of them for now, those get the mail later", async () => {
  let team = 550;
  await start({
    onRcptTo: ({ address }, _session, done) => {
      const isTeam = address.startsWith("team");
      done(
        team === 550 ? refuse(isTeam ? 550 : 450) : isTeam ? refuse(550) : null,
      );
    },
  });
  mail.mailToTeam(contactForm, message);
  await pausedOnce(1);
  team = 250;
  await endPause(1);
  await arrived(1);
  expect(server.mails[0]?.to).toEqual(["safety@kandi.example"]);
  await until(() => logged.length === 2);
  expectLogged(first, {
    message: "Mail refused for some of MAIL_TO",
    count: 1,
  });
});

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

describe("messages whose mails are given up", () => {
  test("are told of in the next summary that gets through", async () => {
    let isDown = true;
    await start({
      onMailFrom: (_from, _session, done) => done(isDown ? refuse(451) : null),
    });
    write(3);
    await until(() => pauses.length === 3);
    for (const pause of pauses.splice(0)) pause[1]();
    await until(() => pauses.length === 3);
    for (const pause of pauses.splice(0)) pause[1]();
    await until(() => logged.length === 6);
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

  test("are counted with those that no mail was tried for, and each message that waits for a server that hangs is one of 20", async () => {
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
});

describe("when the site ends,", () => {
  test("mails that wait for another try are given up, each with a line", async () => {
    await start(later());
    mail.mailToTeam(contactForm, message);
    await pausedOnce(1);
    await mail.finishMails(9_000);
    expectLogged(first, last);
    expect(server.asked()).toBe(1);
    expect(pauses).toHaveLength(1);
  });

  test("messages that are only counted are told of at once", async () => {
    await start();
    write(13);
    await mail.finishMails(9_000);
    expect(server.mails).toHaveLength(11);
    expect(subjects()).toContain(summary("3 new messages"));
    expect(logged).toEqual([]);
  });

  test("a server that does not answer is left", async () => {
    await start({ onMailFrom: () => {} });
    mail.mailToTeam(contactForm, message);
    await until(() => server.asked() === 1);
    await mail.finishMails(20);
    expectLogged({ message: "Mail not sent", reason: "no answer in time" });
  });
});

const tls =
  !withoutOpenssl[0] && makeCertificate(temporaryFolder(), "IP:0.0.0.0").tls;

describe("no password and no message is sent", () => {
  test.for<[string, SMTPServerOptions, string, string]>([
    [
      "by smtps to a certificate that is not trusted",
      { ...tls, secure: true },
      "smtps://*@0.0.0.0",
      "failed with DEPTH_ZERO_SELF_SIGNED_CERT at CONN",
    ],
    [
      "by STARTTLS to a certificate that is not trusted",
      { ...tls },
      "smtp://*@0.0.0.0",
      "failed with DEPTH_ZERO_SELF_SIGNED_CERT at CONN",
    ],
    [
      "unencrypted to another machine",
      {},
      "smtp://*@0.0.0.0",
      "refused with 500 at STARTTLS",
    ],
  ])("%s", async ([, options, url, reason], { skip }) => {
    skip(...withoutOpenssl);
    const onAuth = vi.fn();
    const onMailFrom = vi.fn();
    await start({ ...options, onAuth, onMailFrom }, url);
    mail.mailToTeam(contactForm, message);
    // The log says so at once.
    await pausedOnce(1);
    expectLogged({ ...last, reason });
    expect(pauses[0]?.[0]).toBe(minute);
    expect(onAuth).not.toHaveBeenCalled();
    expect(onMailFrom).not.toHaveBeenCalled();
  });
});

describe("a server on this machine may show any certificate:", () => {
  test.for([
    ...["localhost", "LOCALHOST", "mail.localhost", "localhost."],
    ...["127.0.0.1", "127.0.1.1", "127.1"],
  ])("%s", async (host, { skip }) => {
    skip(...withoutOpenssl);
    await start();
    for (const scheme of ["smtp", "smtps"]) {
      const options = { ...tls, secure: scheme === "smtps" };
      await startAgain(options, `${scheme}://*@${host}`);
      mail.mailToTeam(contactForm, message);
      await arrived(1);
      expect(server.mails[0]).toMatchObject({
        isSecure: true,
        user: login.user,
      });
      expect(logged).toEqual([]);
    }
  });
});

test("localhost is this machine, whatever a DNS server says, and other names are the system's", async () => {
  const resolve = vi.spyOn(dns.Resolver.prototype, "resolve4");
  await start({}, "smtp://*@localhost");
  const lookup = vi.spyOn(dns, "lookup");
  mail.mailToTeam(contactForm, message);
  await arrived(1);
  expect(lookup).not.toHaveBeenCalled();
  await startAgain({}, "smtp://*@mail.example");
  lookup.mockReset();
  lookup.mockImplementation(((
    _name: string,
    _options: unknown,
    done: (...result: unknown[]) => void,
  ) => done(null, [{ address: "127.0.0.1", family: 4 }])) as typeof dns.lookup);
  mail.mailToTeam(contactForm, message);
  await pausedOnce(1);
  expect(lookup).toHaveBeenCalledOnce();
  expect(resolve).not.toHaveBeenCalled();
  // A name that leads to this machine may lead elsewhere tomorrow.
  expectLogged({ ...last, reason: "refused with 500 at STARTTLS" });
});

test.each(["smtp://*@127.0.0.1", "smtps://*@127.0.0.1"])(
  "the log names a wrong port at once (%s)",
  async (url) => {
    await start({}, url);
    const port = url.startsWith("smtps") ? server.port : 1;
    vi.stubEnv(
      "SMTP_URL",
      server.settings(url).SMTP_URL.replace(/\d+$/, `${port}`),
    );
    vi.resetModules();
    mail = await import("~/mail/team-mail.server");
    mail.mailToTeam(contactForm, message);
    await pausedOnce(1);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(
      /failed with (?:ECONNREFUSED|ERR_SSL_\w+|EPROTO) at CONN/,
    );
  },
);
