import { expect, test, vi } from "vitest";
import { envWarnings } from "~/server/env-warnings.server";

const publicSite = "https://kandi.example";

const fileOf = (names: string[], repeated: string[] = []) => ({
  values: Object.fromEntries(names.map((name) => [name, ""])),
  repeated,
});

test("a name that .env gives twice is a warning, unless it may be a secret's piece", () => {
  const file = fileOf(["PORT"], ["PORT", "pass/word"]);
  expect(envWarnings(publicSite, file)).toEqual([
    { name: "PORT", text: "is given twice in .env; the last one counts." },
  ]);
});

test("a name that the site does not know is a warning", () => {
  const text = "in .env is not a setting of the site; check its spelling.";
  expect(envWarnings(publicSite, fileOf(["SITE_URl"]))).toEqual([
    { name: "SITE_URl", text },
  ]);
});

test.each([
  ["NODE_EXTRA_CA_CERTS", /comes too late/],
  ["NODE_OPTIONS", /comes too late/],
  ["NODE_ENV", /changes how Node/],
  ["NODE_TLS_REJECT_UNAUTHORIZED", /changes how Node/],
  ["https_proxy", /comes too late/],
  ["NODE_USE_ENV_PROXY", /comes too late/],
  ["TZ", /changes how Node/],
])("%s in .env, which Node or a library reads, is a warning", (name, text) => {
  expect(envWarnings(publicSite, fileOf([name]))).toEqual([
    { name, text: expect.stringMatching(text) as string },
  ]);
});

test("an environment in which Node checks no certificate is a warning", () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  expect(envWarnings(publicSite, fileOf([]))).toEqual([
    {
      name: "NODE_TLS_REJECT_UNAUTHORIZED",
      text: expect.stringMatching(/^is 0: /) as string,
    },
  ]);
  vi.unstubAllEnvs();
});

test("names of settings and of other programs are no warnings, nor is what may be a secret's piece", () => {
  const names = [
    ...["PORT", "SITE_URL", "DATABASE_URL"],
    ...["CHROMIUM_PATH", "npm_config_registry", "COMPOSE_FILE"],
    ...["c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA", "pass/word"],
  ];
  expect(envWarnings(publicSite, fileOf(names))).toEqual([]);
});

test("a missing SITE_URL is a warning", () => {
  expect(envWarnings(undefined, fileOf([]))).toEqual([
    {
      name: "SITE_URL",
      text: expect.stringMatching(/^is not set: /) as string,
    },
  ]);
});
