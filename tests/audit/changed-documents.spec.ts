import { expect } from "playwright/test";
import { engines, eventually, missingOf } from "auditor";
import type { Window } from "auditor";
import { emailMessages } from "~/forms/answer";
import { contactToasts } from "~/forms/contact";
import { changes } from "../support/fixtures/changes";
import { isScriptThere, newAddress, test } from "../support/fixtures/test";

// tests/e2e/changed-document.only-javascript.spec.ts covers Chromium.
const others = engines.filter(({ engine }) => engine !== "Chromium");

const typed = { name: "Zoë", email: "ann@example", message: "Where is it?" };

/** What is typed, and what moves the focus there. The address comes last. */
const fields: [string, () => void][] = [
  [typed.name, () => document.getElementById("contact_name")?.focus()],
  [typed.message, () => document.getElementById("contact_message")?.focus()],
  [typed.email, () => document.getElementById("contact_email")?.focus()],
];

/** Runs in the page. */
const look = () => {
  const valueOf = (id: string) =>
    document.querySelector<HTMLInputElement>(id)?.value;
  return {
    toast: document.querySelector("main dialog[open]")?.textContent ?? "",
    isRead: Boolean(document.activeElement?.closest("dialog")),
    values: {
      name: valueOf("#contact_name"),
      email: valueOf("#contact_email"),
      message: valueOf("#contact_message"),
    },
  };
};

const sees = (window: Window, expected: Record<string, unknown>) =>
  eventually(async () =>
    expect(await window.evaluate(look)).toMatchObject(expected),
  );

/** Sends the typed address, which is refused, then one that is stored. */
async function sendTwice(window: Window) {
  const { invalid } = emailMessages;
  // Moving an element takes the focus from it.
  await window.evaluate(() =>
    document.getElementById("contact_email")?.focus(),
  );
  await window.press("Enter");
  await sees(window, {
    toast: expect.stringContaining(invalid),
    isRead: true,
    values: typed,
  });
  const address = newAddress();
  await window.evaluate(() => {
    const email = document.querySelector<HTMLInputElement>("#contact_email");
    email?.focus();
    email?.select();
  });
  await window.type(address);
  await window.press("Enter");
  const { title } = contactToasts.storedFor(address);
  await sees(window, {
    toast: expect.stringContaining(title),
    values: { name: "", email: "", message: "" },
  });
  return address;
}

for (const { engine, start, programs } of others) {
  test(`in ${engine}, a page that something else has changed keeps typed text and can be sent`, async ({
    browser,
    site,
    supabase,
  }) => {
    const missing = missingOf(programs);
    test.skip(missing.length > 0, `Not installed: ${missing.join(", ")}`);
    const window = await start("javascript", browser);
    for (const [name, change] of Object.entries(changes)) {
      for (const when of ["before", "after"]) {
        await test.step(`${name}, ${when} the visitor turns to the form`, async () => {
          await window.open(`${site.url}/contact`, 1280);
          if (when === "before") await window.evaluate(change);
          for (const [text, reach] of fields) {
            await window.evaluate(reach);
            await window.type(text);
          }
          if (when === "after") {
            await eventually(async () =>
              expect(await window.evaluate(isScriptThere)).toBe(true),
            );
            await window.evaluate(change);
          }
          await sees(window, { toast: "", values: typed });
          const address = await sendTwice(window);
          expect(await supabase.messages(address)).toHaveLength(1);
        });
      }
    }
    await window.close();
  });
}
