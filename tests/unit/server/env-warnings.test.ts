import { expect, test } from "vitest";
import { envWarnings } from "~/server/env-warnings.server";

const publicSite = "https://kandi.example";

test.each([
  ["SITE_URl", "SITE_URL"],
  ["RATE_LIMIT_PER_MIN", "RATE_LIMIT_PER_MINUTE"],
  ["SMTP_ULR", "SMTP_URL"],
  ["CLIENTIP_HEADER", "CLIENT_IP_HEADER"],
  ["MAILTO", "MAIL_TO"],
  ["SITE-URL", "SITE_URL"],
])("%s in .env is a warning that names %s", (name, meant) => {
  const text = `in .env is no setting of the site; is ${meant} meant?`;
  expect(envWarnings(publicSite, [name])).toEqual([{ name, text }]);
});

test("a name that is like no other is a warning without a guess", () => {
  const text = "in .env is no setting of the site.";
  expect(envWarnings(publicSite, ["SMTP_PASSWORD"])).toEqual([
    { name: "SMTP_PASSWORD", text },
  ]);
});

test("names of settings and of other programs are no warnings, nor is what may be a secret's piece", () => {
  const names = [
    ...["PORT", "SITE_URL", "NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "TZ"],
    ...["CHROMIUM_PATH", "https_proxy", "npm_config_registry", "DATABASE_URL"],
    ...["c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA", "pass/word"],
  ];
  expect(envWarnings(publicSite, names)).toEqual([]);
});

test("a missing SITE_URL is a warning", () => {
  expect(envWarnings(undefined, [])).toEqual([
    {
      name: "SITE_URL",
      text: expect.stringMatching(/^is not set: /) as string,
    },
  ]);
});
