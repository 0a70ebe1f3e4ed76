import { rmSync } from "node:fs";
import { expect } from "playwright/test";
import {
  mailPrograms,
  slowness,
  startMailProgram,
  unpack,
} from "../support/servers/mail-program";
import { messageFields, post } from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { test } from "../support/visitors/test";
import { withoutOpenssl } from "#supabase/testing";

test.describe.configure({ mode: "parallel" });

for (const name of mailPrograms)
  test(`Debian's ${name} on this machine, which greets late, scans for long and refuses one of the team for now, gets each mail once for each of them`, async ({
    supabase,
  }) => {
    test.skip(...withoutOpenssl);
    test.skip(process.getuid?.() !== 0, "mail servers need root");
    const unpacked = await unpack(name);
    test.skip(!unpacked, `not here: apt-get download ${name}`);
    if (!unpacked) return;
    const server = await startMailProgram(name, unpacked.files);
    const site = await startSite({
      ...supabase.env,
      SMTP_URL: `smtp://localhost:${server.port}`,
      MAIL_FROM: "site@kandi.example",
      MAIL_TO: "team@kandi.example, safety@kandi.example",
    });
    const write = async (text: string) =>
      (await post(`${site.url}/contact`, messageFields({ message: text })))
        .status;
    expect(await write("Lost at the lake")).toBe(303);
    const lines = () =>
      site
        .output()
        .split("\n")
        .filter((line) => line.includes(`"message":"Mail `));
    await expect.poll(() => server.mails().length).toBe(1);
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).toMatch(/"warn".*refused with 45\d at RCPT TO/);
    server.endGreylist();
    // The next try comes after two minutes.
    await expect
      .poll(() => server.mails().length, { timeout: 240_000 })
      .toBe(2);
    // A site that does not wait long enough tries again.
    const [first, second] = server
      .mails()
      .map((mail) => mail.slice(mail.indexOf("From: ")));
    expect(first).toContain("Lost at the lake");
    expect(second).toBe(first);
    expect(await write("Another")).toBe(303);
    await new Promise((resolve) =>
      setTimeout(resolve, (slowness.greeting + 3) * 1000),
    );
    const begun = Date.now();
    expect(await site.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect(lines()).toHaveLength(2);
    expect(lines()[1]).toContain("no answer in time");
    expect(server.mails().length).toBeLessThan(4);
    await server.stop();
    rmSync(unpacked.cwd, { recursive: true });
  });
