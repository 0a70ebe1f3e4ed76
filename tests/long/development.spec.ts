import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { keepsake } from "~/content/landing";
import { pages } from "~/content/pages";
import { maximumBody } from "~/forms/definition";
import { signupForm, signupToasts } from "~/forms/signup";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { copyProject } from "../support/project/project-copy";
import { startDevelopment } from "../support/servers/site";
import type { TestSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

let folder: string;
let development: TestSite;
test.beforeAll(async () => {
  folder = copyProject();
  development = await startDevelopment(folder);
});
test.afterAll(async () => {
  await development.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** What an answer says to a program; a page's own headers differ by its bytes. */
async function summaryOf(answer: Promise<Response>) {
  const { status, headers } = await answer;
  const named = ["allow", "cache-control"];
  return {
    status,
    // Express appends the character set.
    type: headers.get("content-type")?.split(";")[0],
    // A toast's ticket is signed.
    location: headers.get("location")?.replace(/toast=.*/, "toast"),
    ...Object.fromEntries(named.map((name) => [name, headers.get(name)])),
    security: [...headers.keys()].filter((name) =>
      /security|policy|options/.test(name),
    ),
  };
}

/** Each sends one request to a site. */
const requests: Record<string, (url: string) => Promise<Response>> = {
  ...Object.fromEntries(
    Object.values(pages).flatMap(({ path }) => [
      [`GET ${path}`, (url: string) => fetch(url + path)],
      [`POST ${path}`, (url: string) => post(url + path, {})],
    ]),
  ),
  signup: (url) => post(url),
  "a message": (url) => post(`${url}/contact`, messageFields()),
  "a post from elsewhere": (url) =>
    post(url, signupFields(), { Origin: "https://evil.example" }),
  "a long body": (url) =>
    post(url, signupFields({ email: "x".repeat(maximumBody) })),
  "another content type": (url) =>
    post(url, {}, { "Content-Type": "text/plain" }),
  "an unknown page": (url) => fetch(`${url}/nope`),
  "a file of the project": (url) => fetch(`${url}/package.json`),
  "another spelling": (url) =>
    fetch(`${url}/Contact/?a=b`, { redirect: "manual" }),
  DELETE: (url) => fetch(url, { method: "DELETE" }),
  "an icon": (url) => fetch(`${url}/favicon.svg`),
  sitemap: (url) => fetch(`${url}/sitemap.xml`),
  health: (url) => fetch(`${url}/healthz`),
};

test("npm run dev answers each request as the built site does", async ({
  site,
}) => {
  for (const [name, ask] of Object.entries(requests)) {
    // fetch fails on a kept connection that a server closes just then.
    await expect(async () => {
      const answer = await summaryOf(ask(development.url));
      expect(answer, name).toEqual(await summaryOf(ask(site.url)));
    }).toPass();
  }
});

test("npm run dev shows its pages without a problem, and a changed style and view at once", async ({
  page,
}) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", ({ message }) => problems.push(message));
  await page.goto(development.url, { waitUntil: "networkidle" });
  await page
    .getByLabel(signupForm.fields.email.label)
    .first()
    .fill(newAddress());
  await page.keyboard.press("Enter");
  const toast = page.getByRole("main").getByRole("dialog");
  await expect(toast).toContainText(signupToasts.stored.title);
  await toast.getByRole("button", { name: keepsake.make }).click();
  await expect(toast.getByRole("radio").first()).toBeVisible();

  const change = (name: string, from: string, to: string) => {
    const file = path.join(folder, "app", name);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };
  await page.goto(`${development.url}/contact`, { waitUntil: "networkidle" });
  const label = page.locator("label[for=contact_email]");
  const email = page.locator("#contact_email");
  await email.fill("typed before");
  change("styles/site/forms.css", "label {", "label {\n  color: rgb(1, 2, 3);");
  await expect(label).toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(email).toHaveValue("typed before");
  const [from, to] = ["{labelOf(field)}", "Changed {labelOf(field)}"];
  change("components/form/field.tsx", from, to);
  await expect(label).toContainText("Changed");
  expect(problems).toEqual([]);
});
