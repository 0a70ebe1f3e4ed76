import { expect } from "playwright/test";
import { productName } from "~/content/constants";
import { contactPolicy } from "~/forms/contact";
import { honeypot } from "~/forms/definition";
import { startMailServer } from "../support/servers/mail-server";
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

/** Whether the privacy page says that messages are mailed. */
const saysSo = async ({ url }: TestSite) =>
  (await (await fetch(`${url}/privacy`)).text()).includes(
    contactPolicy.mailed.replaceAll("'", "&#x27;"),
  );

test("each newly stored message is mailed once, nothing else is, and the privacy page says so; no answer waits for a mail, and SIGTERM waits for it as long as it can", async ({
  site: unmailed,
  supabase,
}) => {
  let isSlow = false;
  let take = () => {};
  const mail = await startMailServer({
    onMailFrom: (_from, _session, done) => {
      if (isSlow) take = done;
      else done();
    },
  });
  const site = await startSite({ ...supabase.env, ...mail.settings() });
  expect(await saysSo(unmailed)).toBe(false);
  expect(await saysSo(site)).toBe(true);
  const idempotency_key = crypto.randomUUID();
  const robin = { name: "Robin", email: newAddress(), idempotency_key };
  expect(await write(site, robin)).toBe(303);
  expect(await write(site, robin)).toBe(303);
  expect(await write(site, { ...robin, [honeypot.name]: "robot" })).toBe(422);
  expect(await write(site, { ...robin, message: "" })).toBe(422);
  expect((await post(site.url, signupFields())).status).toBe(303);
  const second = { ...robin, subject: "Hi", message: "Another" };
  expect(await write(site, second)).toBe(303);
  // Mails arrive in order, so unwanted ones would be among these.
  await expect.poll(() => mail.mails.length).toBe(2);

  isSlow = true;
  const email = newAddress();
  expect(await write(site, { name: "Zoë", email })).toBe(303);
  await expect.poll(mail.asked).toBe(3);
  expect(await supabase.messages(email)).toHaveLength(1);
  const stopped = site.stop();
  // After the signal the site accepts no new connection.
  await expect.poll(() => fetch(site.url).catch(() => 0)).toBe(0);
  expect(mail.mails).toHaveLength(2);
  take();
  expect(await stopped).toBe(0);
  expect(
    mail.mails.map(({ headers }) => Object.fromEntries(headers).Subject),
  ).toEqual([
    `[${productName}] Robin: (no subject)`,
    `[${productName}] Robin: Hi`,
    `[${productName}] Zoë: (no subject)`,
  ]);
  expect(mail.mails[0]?.raw).toContain("npm run waitlist -- answered");
  expect(mail.mails[1]?.text).toMatch(/Another\n$/);
  expect(site.output()).not.toMatch(/Robin|Another|raver-|p@ss|p%40ss|"error"/);
  await mail.stop();
});

test("mails go by smtps and by STARTTLS to a server whose certificate Node trusts", async ({
  supabase,
}) => {
  test.skip(...withoutOpenssl);
  const address = "IP:0.0.0.0";
  const { tls, certificate } = makeCertificate(temporaryFolder(), address);
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
});
