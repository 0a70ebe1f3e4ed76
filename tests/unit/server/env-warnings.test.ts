import { expect, test } from "vitest";
import { envWarnings } from "~/server/env-warnings.server";

const publicSite = "https://kandi.example";

test("a name that the site does not know is a warning", () => {
  const text = "in .env is no setting of the site.";
  expect(envWarnings(publicSite, ["SITE_URl"])).toEqual([
    { name: "SITE_URl", text },
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
