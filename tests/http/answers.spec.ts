import { expect } from "playwright/test";
import { homeLink } from "~/content/errors";
import { contactToasts } from "~/forms/contact";
import { maximumBody } from "~/forms/definition";
import { signupToasts } from "~/forms/signup";
import { ask } from "../support/visitors/ask";
import {
  cookieOf,
  messageFields,
  post,
  postBody,
  signupFields,
} from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

/** A cookie that the browser forgets at once. */
const deleted = /^toast=; .*Expires=Thu, 01 Jan 1970 /;

test("a success answers 303 with a signed toast, shown once", async ({
  site,
}) => {
  const posted = await post(site.url);
  expect(posted.status).toBe(303);
  expect(posted.headers.get("Location")).toMatch(/^\/\?toast=[\w.%+-]+$/);
  const cookie = posted.headers.get("Set-Cookie") ?? "";
  expect(cookie).toMatch(/; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
  const pair = cookieOf(posted);

  const shown = await fetch(site.url, { headers: { Cookie: pair } });
  expect(await shown.text()).toContain(signupToasts.stored.title);
  expect(shown.headers.get("Set-Cookie")).toMatch(deleted);

  const forged = pair.replace(/=.*?\./, (value) => {
    const text = Buffer.from(decodeURIComponent(value.slice(1, -1)), "base64");
    const changed = text
      .toString()
      .replace(signupToasts.stored.title, "Send money");
    return `=${Buffer.from(changed).toString("base64")}.`;
  });
  expect(forged).not.toBe(pair);
  const answer = await fetch(site.url, { headers: { Cookie: forged } });
  expect(await answer.text()).not.toContain("Send money");
});

test("the redirect leads to the success, with cookies or without, and a reload shows the form's own words again, and never an address", async ({
  site,
}) => {
  const email = newAddress();
  for (const [path, fields, words] of [
    ["/", signupFields({ email }), signupToasts.stored.title],
    ["/contact", messageFields({ email }), contactToasts.stored.title],
  ] as const) {
    const posted = await post(site.url + path, fields);
    const location = site.url + (posted.headers.get("Location") ?? "");
    expect(decodeURIComponent(location)).not.toContain(email);
    const elsewhere = path === "/" ? "/contact" : "/";
    const [, ticket] = location.split("?");
    const other = await ask(`${site.url}${elsewhere}?${ticket}`);
    expect(other.text).not.toContain(words);

    const told = await ask(location, { Cookie: cookieOf(posted) });
    expect(told.status).toBe(200);
    expect(told.text).toContain(words);
    expect(String(told.headers["set-cookie"])).toMatch(deleted);
    for (const reload of ["first", "second"]) {
      const shown = await ask(location);
      expect(shown.text, reload).toContain(words);
      // A shared link cannot make the site show an address.
      expect(shown.text, reload).not.toContain(email);
      expect(shown.headers["cache-control"]).toMatch(/private|no-store/);
    }
    expect((await ask(site.url + path)).text).not.toContain(words);

    // Nobody can forge a toast.
    const changed = location.replace(/toast=.{8}/, "toast=AAAAAAAA");
    const otherwiseSigned = location.replace(/toast=.*/, cookieOf(posted));
    for (const forged of [changed, otherwiseSigned]) {
      expect((await ask(forged)).text).not.toContain(words);
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
    const { text } = await ask(`${site.url}/contact`, { Cookie });
    expect(text.replaceAll("<wbr/>", "")).toContain(`24 hours at ${typed}</p>`);
  }
  expect(await supabase.messages(typed.toLowerCase())).toHaveLength(2);
});

test("a body that is not a form gets an error page in the site's own look", async ({
  site,
}) => {
  const form = "application/x-www-form-urlencoded";
  const bodies: [string, string, number][] = [
    ["application/json", "{}", 415],
    ["multipart/form-data; boundary=x", "--x--\r\n", 415],
    [form, "a=&".repeat(7), 400],
    [form, "%26".repeat(maximumBody / 3 + 1), 413],
  ];
  for (const [type, body, status] of bodies) {
    const answer = await postBody(site.url, body, { "Content-Type": type });
    const page = await answer.text();
    expect(answer.status, type).toBe(status);
    expect(page).toContain(homeLink);
    expect(page).toContain('content="noindex"');
    expect(page).not.toMatch(/\bat .*\.js/);
  }
  expect(site.output()).not.toMatch(/^\s+at /m);
});

test("a path with a line break is a 404, and adds no line to the log", async ({
  site,
}) => {
  const path = "/x%0A%7B%22level%22:%22forged%22%7D%E2%80%A8end";
  const answer = await fetch(`${site.url}${path}/jo@example.com`);
  expect(answer.status).toBe(404);
  const lines = site
    .output()
    .split(/[\n\u2028]/)
    .filter((line) => line.includes("404 Error") && line.includes("/x%0A"));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "info",
    message: "404 Error: page not found",
    path: `${path}/***`,
  });
});

test("two processes on one Supabase recognize each other's duplicates, keys and toasts", async ({
  site,
  supabase,
}) => {
  const other = await startSite(supabase.env);
  const email = newAddress();
  const keyed = signupFields({ email, idempotency_key: crypto.randomUUID() });
  expect((await post(site.url, keyed)).status).toBe(303);
  const repeated = await post(other.url, keyed);
  expect(repeated.status).toBe(303);
  const upper = signupFields({ email: email.toUpperCase() });
  expect((await post(other.url, upper)).status).toBe(409);
  const shown = await ask(site.url, { Cookie: cookieOf(repeated) });
  expect(shown.text).toContain(signupToasts.stored.title);
  await other.stop();
});

test("what was typed comes back byte for byte, wherever it stands in the page", async ({
  site,
}) => {
  const flag = "🏳️‍🌈";
  // React writes a long text at once, and short ones through a buffer, at whose
  // end a character may not fit.
  for (let letters = 0; letters < 680; letters += 17) {
    const name = "x".repeat(letters);
    const message = name + flag.repeat(1200);
    const short = flag.repeat(100);
    const typed = { name, email: short, subject: short, message };
    const answer = await post(`${site.url}/contact`, typed);
    expect(answer.status).toBe(422);
    // A failure needs no cookie.
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    const page = await answer.text();
    expect(page).toContain(`>${message}</textarea>`);
    expect(page.split(` value="${short}"`)).toHaveLength(3);
    expect(page).not.toContain("\0");
  }
});
