import { expect } from "playwright/test";
import { contactForm } from "~/forms/contact";
import { ownButton } from "~/forms/definition";
import type { FormDefinition } from "~/forms/definition";
import { signupForm, signupToasts } from "~/forms/signup";
import { ask, keyIn } from "../support/visitors/ask";
import type { Answer } from "../support/visitors/ask";
import {
  cookieOf,
  messageFields,
  post,
  signupFields,
} from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { newAddress, newSlip, test } from "../support/visitors/test";

/** A page as it is read. */
const textOf = ({ text }: Answer) =>
  text.replaceAll("<wbr/>", "").replaceAll("&#x27;", "'");

test("a success leads to its page, which tells it to its own visitor once by a cookie, or after a reload without an address, with a key of its own", async ({
  site,
}) => {
  for (const [form, fieldsOf] of [
    [signupForm, signupFields],
    [contactForm, messageFields],
  ] as const) {
    const { path, toasts } = form as FormDefinition;
    const url = site.url + path;
    const usedKeys = [""];
    // A key that is used up may be shown until the end of its page's second.
    const askAnew = async () => {
      let page = await ask(url);
      while (usedKeys.includes(keyIn(page))) page = await ask(url);
      return page;
    };
    const use = async (page: Answer) => {
      const idempotency_key = keyIn(page);
      usedKeys.push(idempotency_key);
      const fields = fieldsOf({ idempotency_key });
      const answer = await post(url, fields);
      expect(answer.status).toBe(303);
      return { answer, ...fields };
    };
    // The second one may be shown a page that is kept of the first.
    for (let visitors = 0; visitors < 2; visitors++) {
      const page = await askAnew();
      const { answer, email } = await use(page);
      expect(answer.headers.get("Set-Cookie")).toMatch(
        /; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const location = answer.headers.get("Location") ?? "";
      expect(decodeURIComponent(location)).not.toContain(email);
      const [start, ticket] = location.split("?");
      expect(start).toBe(path);
      const elsewhere = path === "/" ? "/contact" : "/";
      const other = await ask(`${site.url}${elsewhere}?${ticket}`);
      expect(other.text).not.toContain("<dialog");

      const etag = page.headers.etag ?? "";
      const headers = { Cookie: cookieOf(answer), "If-None-Match": etag };
      // A program may look at the page before its visitor.
      const head = await ask(site.url + location, headers, "HEAD");
      expect(head.headers["set-cookie"]).toBeUndefined();
      const told = await ask(site.url + location, headers);
      expect(told.status).toBe(200);
      const own = toasts.storedFor?.(email) ?? toasts.stored;
      expect(textOf(told)).toContain(own.text);
      // The browser forgets it at once.
      expect(String(told.headers["set-cookie"])).toMatch(
        /^toast=; .*Expires=Thu, 01 Jan 1970 /,
      );
      const reloaded = await ask(site.url + location);
      expect(textOf(reloaded)).toContain(toasts.stored.text);
      // A shared link cannot make the site show an address.
      expect(reloaded.text).not.toContain(email);
      for (const { headers } of [told, reloaded]) {
        expect(headers.etag).toBeUndefined();
        expect(headers["cache-control"]).toContain("private, no-cache");
      }
      const next = await ask(url);
      expect(next.text).not.toContain("<dialog");
      expect(keyIn(told)).not.toBe(keyIn(next));
      await use(told);
    }
  }
});

test("what the site has not signed shows no toast, as cookie or as ticket, and comes back in no header", async ({
  site,
}) => {
  const { title } = signupToasts.stored;
  const posted = await post(site.url);
  const location = posted.headers.get("Location") ?? "";
  const pair = cookieOf(posted);
  const forged = pair.replace(/=.*?\./, (value) => {
    const content = decodeURIComponent(value.slice(1, -1));
    const text = Buffer.from(content, "base64").toString();
    expect(text).toContain(title);
    const changed = text.replace(title, "Send money");
    return `=${Buffer.from(changed).toString("base64")}.`;
  });
  const values = ["", "%E0%A4%A", "e30%3D.", "🦄", "x".repeat(3000)];
  const unsigned = values.map((value) => `toast=${value}`);
  for (const Cookie of [forged, ...unsigned]) {
    for (const path of [
      "/",
      location.replace(/toast=.{8}/, "toast=AAAAAAAA"),
      location.replace(/toast=.*/, pair),
      // Encoded, it nearly fills the head that Node accepts.
      `/?toast=${'"'.repeat(20_000)}`,
    ]) {
      const latin1 = Buffer.from(Cookie).toString("latin1");
      const answer = await ask(site.url + path, { Cookie: latin1 });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain("<dialog");
      expect(answer.text).toContain("</html>");
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(JSON.stringify(answer.headers).length).toBeLessThan(3000);
    }
  }
});

test("the toast of a message names the address with its letters as typed, without what stood around it, however long that is", async ({
  site,
  supabase,
}) => {
  const typed = newAddress().replace("raver", "Raver");
  for (const email of [
    `\u200bmailto:${typed}.`,
    // As long as a text with an address may be; each sign takes nine bytes of a cookie.
    `<${typed}>`.padStart(1000, "Ｚ"),
  ]) {
    const posted = await post(`${site.url}/contact`, messageFields({ email }));
    expect(posted.status).toBe(303);
    const Cookie = cookieOf(posted);
    const page = await ask(`${site.url}/contact`, { Cookie });
    expect(textOf(page)).toContain(`24 hours at ${typed}</p>`);
  }
  // The second is the same message as the first.
  expect(await supabase.messages(typed.toLowerCase())).toHaveLength(1);
});

test("the same message within a day is a repeat, whatever its key, and is told as the first one's success", async ({
  site,
  supabase,
}) => {
  const url = `${site.url}/contact`;
  const email = newAddress();
  const send = (fields = {}) =>
    post(url, messageFields({ email, message: "Where?", ...fields }));
  const rows = () => supabase.messages(email);
  for (const idempotency_key of [crypto.randomUUID(), crypto.randomUUID(), ""])
    expect((await send({ idempotency_key })).status).toBe(303);
  expect(await rows()).toHaveLength(1);
  expect((await send({ message: "Where, then?" })).status).toBe(303);
  expect(await rows()).toHaveLength(2);
  await supabase.rows(
    "update contact_messages set created_at = now() - interval '25 hours' where email = $1",
    [email],
  );
  expect((await send()).status).toBe(303);
  expect(await rows()).toHaveLength(3);
});

test("a program that sends every button of a form, pressed or not, stores what was typed", async ({
  site,
  supabase,
}) => {
  const { typed, meant } = newSlip();
  const { text } = await ask(site.url);
  const buttons = text.match(/<button[^>]*>/g) ?? [];
  expect(buttons.filter((tag) => !tag.includes(' type="submit"'))).toEqual([]);
  const fields = {
    ...{ email: typed, asked_email: typed, hero_section_email: meant },
    [ownButton.name]: ownButton.value,
  };
  expect((await post(site.url, signupFields(fields))).status).toBe(303);
  expect(await supabase.signups(typed)).toHaveLength(1);
  expect(await supabase.signups(meant)).toEqual([]);
});

test("two processes on one Supabase recognize each other's duplicates, keys and toasts, and show a key that the other one has used up for a second at most", async ({
  site,
  supabase,
}) => {
  const other = await startSite(supabase.env);
  const idempotency_key = keyIn(await ask(site.url));
  const late = performance.now() + 1000;
  const email = newAddress();
  const keyed = signupFields({ email, idempotency_key });
  expect((await post(other.url, keyed)).status).toBe(303);
  while (performance.now() < late) await ask(site.url);
  const another = keyIn(await ask(site.url));
  expect(["", idempotency_key]).not.toContain(another);

  const repeated = await post(site.url, keyed);
  expect(repeated.status).toBe(303);
  const shown = await ask(other.url, { Cookie: cookieOf(repeated) });
  expect(shown.text).toContain(signupToasts.stored.title);
  const upper = signupFields({ email: email.toUpperCase() });
  expect((await post(site.url, upper)).status).toBe(409);
  await other.stop();
});
