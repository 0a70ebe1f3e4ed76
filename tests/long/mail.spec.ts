import { expect } from "playwright/test";
import { startExim } from "../support/servers/exim";
import { messageFields, post } from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { test } from "../support/visitors/test";
import { withoutOpenssl } from "#supabase/testing";

test("Debian's Exim on this machine, which greets late, scans for long and refuses one of the team for now, gets each mail once for each of them", async ({
  supabase,
}) => {
  test.skip(...withoutOpenssl);
  test.skip(process.getuid?.() !== 0, "mail servers need root");
  const server = await startExim();
  test.skip(!server, "not here: apt-get download exim4-daemon-light");
  if (!server) return;
  const site = await startSite({
    ...supabase.env,
    SMTP_URL: `smtp://localhost:${server.port}`,
    MAIL_FROM: "site@kandi.example",
    MAIL_TO: "team@kandi.example, safety@kandi.example",
  });
  const write = async (text: string) =>
    (await post(`${site.url}/contact`, messageFields({ message: text })))
      .status;
  const lines = () =>
    site
      .output()
      .split("\n")
      .filter((line) => line.includes(`"message":"Mail `));
  expect(await write("Lost at the lake")).toBe(303);
  await expect.poll(() => server.mails().length).toBe(1);
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toMatch(/"warn".*refused with 45\d at RCPT TO/);
  server.endGreylist();
  // The next try comes after two minutes.
  await expect.poll(() => server.mails().length, { timeout: 240_000 }).toBe(2);
  // A site that does not wait long enough tries again.
  const [first, second] = server
    .mails()
    .map((mail) => mail.slice(mail.indexOf("From: ")));
  expect(first).toContain("Lost at the lake");
  expect(second).toBe(first);
  const scans = server.scans();
  expect(await write("Another")).toBe(303);
  await expect.poll(server.scans).toBe(scans + 1);
  const begun = Date.now();
  expect(await site.stop()).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_000);
  expect(lines()).toHaveLength(2);
  expect(lines()[1]).toContain("no answer in time");
  await server.stop();
});
