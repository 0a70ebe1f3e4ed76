import { expect } from "playwright/test";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { ask, keyIn } from "../support/visitors/ask";
import {
  cookieOf,
  messageFields,
  post,
  signupFields,
} from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

test("a success leads to its page, which tells it once with a cookie, again after a reload without one, and never an address there", async ({
  site,
}) => {
  const email = newAddress();
  for (const [path, fields, words] of [
    ["/", signupFields({ email }), signupToasts.stored.title],
    ["/contact", messageFields({ email }), contactToasts.stored.title],
  ] as const) {
    const posted = await post(site.url + path, fields);
    expect(posted.status).toBe(303);
    expect(posted.headers.get("Set-Cookie")).toMatch(
      /; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const location = posted.headers.get("Location") ?? "";
    const [page, ticket] = location.split("?");
    expect(page).toBe(path);
    expect(decodeURIComponent(location)).not.toContain(email);
    const elsewhere = path === "/" ? "/contact" : "/";
    const other = await ask(`${site.url}${elsewhere}?${ticket}`);
    expect(other.text).not.toContain(words);

    const url = site.url + location;
    const told = await ask(url, { Cookie: cookieOf(posted) });
    expect(told.status).toBe(200);
    expect(told.text).toContain(words);
    // The browser forgets it at once.
    expect(String(told.headers["set-cookie"])).toMatch(
      /^toast=; .*Expires=Thu, 01 Jan 1970 /,
    );
    for (const reload of ["first", "second"]) {
      const shown = await ask(url);
      expect(shown.text, reload).toContain(words);
      // A shared link cannot make the site show an address.
      expect(shown.text, reload).not.toContain(email);
      expect(shown.headers["cache-control"]).toMatch(/private|no-store/);
    }
    expect((await ask(site.url + path)).text).not.toContain(words);
  }
});

test("nobody can forge a toast, as cookie or as ticket", async ({ site }) => {
  const { title } = signupToasts.stored;
  const posted = await post(site.url);
  const url = site.url + (posted.headers.get("Location") ?? "");
  const pair = cookieOf(posted);
  const forged = pair.replace(/=.*?\./, (value) => {
    const content = decodeURIComponent(value.slice(1, -1));
    const text = Buffer.from(content, "base64").toString();
    expect(text).toContain(title);
    const changed = text.replace(title, "Send money");
    return `=${Buffer.from(changed).toString("base64")}.`;
  });
  const { text } = await ask(site.url, { Cookie: forged });
  expect(text).not.toContain("Send money");
  const changed = url.replace(/toast=.{8}/, "toast=AAAAAAAA");
  const otherwiseSigned = url.replace(/toast=.*/, pair);
  for (const forged of [changed, otherwiseSigned])
    expect((await ask(forged)).text).not.toContain(title);
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
    const { text } = await ask(`${site.url}/contact`, { Cookie });
    expect(text.replaceAll("<wbr/>", "")).toContain(`24 hours at ${typed}</p>`);
  }
  expect(await supabase.messages(typed.toLowerCase())).toHaveLength(2);
});

test("two processes on one Supabase recognize each other's duplicates, keys and toasts, and show a key that the other one has used up for a second at most", async ({
  site,
  supabase,
}) => {
  const other = await startSite(supabase.env);
  const late = performance.now() + 1000;
  const idempotency_key = keyIn(await ask(site.url));
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
