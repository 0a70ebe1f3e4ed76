import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import { keepsake } from "~/content/landing";
import { pages } from "~/content/pages";
import { honeypot, limits, maximumBody } from "~/forms/definition";
import { contactForm, contactToasts } from "~/forms/contact";
import { signupForm, signupToasts } from "~/forms/signup";
import { contactOn, formOn } from "../support/visitors/delivery";
import { messageFields, post, signupFields } from "../support/visitors/post";
import { copyProject } from "../support/project/project-copy";
import { startDevelopment } from "../support/servers/site";
import type { TestSite } from "../support/servers/site";
import { newAddress, test as withSite } from "../support/visitors/test";

const test = withSite.extend<object, { folder: string; development: TestSite }>(
  {
    folder: [
      // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that are needed from this pattern
      async ({}, use) => {
        const folder = copyProject();
        await use(folder);
        rmSync(folder, { recursive: true, force: true });
      },
      { scope: "worker" },
    ],
    development: [
      async ({ folder }, use) => {
        const development = await startDevelopment(folder);
        await use(development);
        await development.stop("SIGKILL");
      },
      { scope: "worker" },
    ],
  },
);

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

const manual = { redirect: "manual" } as const;

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
  "a filled honeypot": (url) =>
    post(url, signupFields({ [honeypot.name]: "x" })),
  "a long name": (url) =>
    post(
      `${url}/contact`,
      messageFields({ name: "x".repeat(limits.name + 1) }),
    ),
  "a post from elsewhere": (url) =>
    post(url, signupFields(), { Origin: "https://evil.example" }),
  "a long body": (url) =>
    post(url, signupFields({ email: "x".repeat(maximumBody) })),
  "another content type": (url) =>
    post(url, {}, { "Content-Type": "text/plain" }),
  "an unknown page": (url) => fetch(`${url}/nope`),
  "a file of the project": (url) => fetch(`${url}/package.json`),
  "another spelling": (url) => fetch(`${url}/Contact/?a=b`, manual),
  DELETE: (url) => fetch(url, { method: "DELETE" }),
  "an icon": (url) => fetch(`${url}/favicon.svg`),
  sitemap: (url) => fetch(`${url}/sitemap.xml`),
  health: (url) => fetch(`${url}/healthz`),
};

test("npm run dev answers each request as the built site does", async ({
  site,
  development,
}) => {
  for (const [name, ask] of Object.entries(requests)) {
    const answer = await summaryOf(ask(development.url));
    expect(answer, name).toEqual(await summaryOf(ask(site.url)));
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("npm run dev stores what both forms send, and its policy allows its pages", async ({
      page,
      development,
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
      if (javaScriptEnabled) {
        await toast.getByRole("button", { name: keepsake.make }).click();
        await expect(toast.getByRole("radio").first()).toBeVisible();
      }

      const email = newAddress();
      await page.goto(`${development.url}/contact`);
      const { fill, button } = formOn(page, contactOn);
      await fill({ name: "Robin", email, message: "Hello." });
      await button.click();
      await expect(toast).toContainText(contactToasts.storedFor(email).text);
      expect(problems).toEqual([]);
    });
  });
}

test("npm run dev reloads a page whose view was changed, and shows a changed style without a reload", async ({
  page,
  development,
  folder,
}) => {
  const change = (name: string, from: string, to: string) => {
    const file = path.join(folder, "app", name);
    const text = readFileSync(file, "utf8");
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
  };
  await page.goto(`${development.url}/contact`, { waitUntil: "networkidle" });
  const email = page.getByLabel(contactForm.fields.email.label).first();
  await email.fill("typed before");
  change("styles/site/forms.css", "label {", "label {\n  color: rgb(1, 2, 3);");
  const label = page.locator("label[for=contact_email]");
  await expect(label).toHaveCSS("color", "rgb(1, 2, 3)");
  await expect(email).toHaveValue("typed before");

  change(
    "components/form/field.tsx",
    "{labelOf(field)}",
    "Changed {labelOf(field)}",
  );
  await expect(label).toContainText("Changed");
});
