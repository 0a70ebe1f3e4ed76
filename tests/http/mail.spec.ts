import { rmSync } from "node:fs";
import { expect } from "playwright/test";
import { productName } from "~/content/site";
import { contactPolicy } from "~/forms/contact";
import { startMailServer } from "../support/servers/mail-server";
import type { ReceivedMail } from "../support/servers/mail-server";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import type { TestSite } from "../support/servers/site";
import {
  makeCertificate,
  temporaryFolder,
  withoutOpenssl,
} from "#supabase/testing";
import { newAddress, test } from "../support/visitors/test";

const write = async ({ url }: TestSite, fields: Record<string, string>) =>
  (await post(`${url}/contact`, messageFields(fields))).status;

const subjects = (mails: ReceivedMail[]) =>
  mails.map(({ headers }) => Object.fromEntries(headers).Subject);

/** Whether the privacy page says that messages are mailed. */
const saysSo = async ({ url }: TestSite) =>
  (await (await fetch(`${url}/privacy`)).text()).includes(
    contactPolicy.mailed.replaceAll("'", "&#x27;"),
  );

const idempotency_key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";

for (const kind of ["a Supabase project", "the embedded database"]) {
  test(`with ${kind}, each newly stored message is mailed once, nothing else is, and the privacy page says so`, async ({
    site: unmailed,
    supabase,
  }) => {
    const mail = await startMailServer();
    const site = await startSite({
      RATE_LIMIT_PER_MINUTE: "9",
      ...(kind === "a Supabase project" && supabase.env),
      ...mail.settings(),
    });
    expect(await saysSo(unmailed)).toBe(false);
    expect(await saysSo(site)).toBe(true);
    const robin = { name: "Robin", email: newAddress(), idempotency_key };
    expect(await write(site, robin)).toBe(303);
    expect(await write(site, robin)).toBe(303);
    expect(await write(site, { ...robin, website: "robot" })).toBe(422);
    expect(await write(site, { ...robin, message: "" })).toBe(422);
    expect(await write(site, { name: "A".repeat(101) })).toBe(422);
    expect((await post(site.url, signupFields())).status).toBe(303);
    expect(await write(site, { ...robin, message: "Another" })).toBe(303);
    expect(await write(site, { ...robin, subject: "Hi", name: "Zoë" })).toBe(
      303,
    );
    // Mails arrive in order, so unwanted ones would be among these.
    await expect.poll(() => mail.mails.length).toBe(3);
    expect(await write(site, { name: "The last" })).toBe(303);
    expect(await write(site, { name: "Too many" })).toBe(429);
    await expect.poll(() => mail.mails.length).toBe(4);
    expect(await site.stop()).toBe(0);
    expect(subjects(mail.mails)).toEqual([
      `[${productName}] Robin: (no subject)`,
      `[${productName}] Robin: (no subject)`,
      `[${productName}] Zoë: Hi`,
      `[${productName}] The last: (no subject)`,
    ]);
    expect(mail.mails[1]?.text).toMatch(/Another\n$/);
    expect(mail.mails[0]?.text).toContain("npm run waitlist -- answered");
    expect(site.output()).not.toMatch(
      /Robin|Another|raver-|p@ss|p%40ss|"error"/,
    );
    await mail.stop();
  });
}

test("no answer waits for a mail server, and SIGTERM waits for it as long as it can", async ({
  supabase,
}) => {
  let take = () => {};
  const mail = await startMailServer({
    onMailFrom: (_from, _session, done) => (take = done),
  });
  const site = await startSite({ ...supabase.env, ...mail.settings() });
  const email = newAddress();
  expect(await write(site, { name: "Robin", email })).toBe(303);
  await expect.poll(mail.asked).toBe(1);
  expect(await supabase.messages(email)).toHaveLength(1);
  const stopped = site.stop();
  // After the signal the site accepts no new connection.
  await expect.poll(() => fetch(site.url).catch(() => 0)).toBe(0);
  expect(mail.mails).toHaveLength(0);
  take();
  expect(await stopped).toBe(0);
  expect(subjects(mail.mails)).toEqual([
    `[${productName}] Robin: (no subject)`,
  ]);
  await mail.stop();
});

test("mails go by smtps and by STARTTLS to a server whose certificate Node trusts", async ({
  supabase,
}) => {
  test.skip(...withoutOpenssl);
  const folder = temporaryFolder();
  const { tls, certificate } = makeCertificate(folder, "IP:0.0.0.0");
  for (const [secure, url] of [
    // This address leads here, but is not one of this machine's own, whose
    // certificates nobody verifies.
    [true, "smtps://*@0.0.0.0"],
    [false, "smtp://*@0.0.0.0"],
  ] as const) {
    const mail = await startMailServer({ ...tls, secure });
    const site = await startSite({
      ...supabase.env,
      ...mail.settings(url),
      NODE_EXTRA_CA_CERTS: certificate,
    });
    expect(await write(site, { name: "Robin" })).toBe(303);
    await expect.poll(() => mail.mails.length).toBe(1);
    expect(mail.mails[0]).toMatchObject({
      isSecure: true,
      user: "kandi@mail",
      // Many servers refuse an address.
      clientName: "kandi.example",
    });
    await site.stop();
    await mail.stop();
  }
  rmSync(folder, { recursive: true });
});
