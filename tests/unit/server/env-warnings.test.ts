import { expect, test, vi } from "vitest";
import { envWarnings } from "~/server/env-warnings.server";

const publicSite = "https://kandi.example";

const fileOf = (names: string[], repeated: string[] = []) => ({
  values: Object.fromEntries(names.map((name) => [name, ""])),
  repeated,
});

test.each([
  ["SITE_URl", /^in \.env is not a setting of the site; check its spelling\.$/],
  ["NODE_OPTIONS", /comes too late/],
  ["https_proxy", /comes too late/],
  ["NODE_TLS_REJECT_UNAUTHORIZED", /changes how Node/],
  ["TZ", /changes how Node/],
])("%s in .env is a warning", (name, text) => {
  expect(envWarnings(publicSite, fileOf([name]))).toEqual([
    { name, text: expect.stringMatching(text) as string },
  ]);
});

test("a name that .env gives twice is a warning, unless it may be a secret's piece", () => {
  const file = fileOf(["PORT"], ["PORT", "pass/word"]);
  expect(envWarnings(publicSite, file)).toEqual([
    { name: "PORT", text: "is given twice in .env; the last one counts." },
  ]);
});

test("an environment in which Node checks no certificate is a warning", () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const [{ name, text } = {}] = envWarnings(publicSite, fileOf([]));
  expect(`${name} ${text}`).toMatch(/^NODE_TLS_REJECT_UNAUTHORIZED is 0: /);
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
