import { expect, test } from "vitest";
import { envWarnings } from "~/server/env-warnings.server";

const publicSite = "https://kandi.example";

test("a name in .env that the site does not read or that is given twice is a warning, unless it may be a secret's piece", () => {
  const secrets = [
    "pass/word",
    "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA",
  ];
  const names = ["PORT", "SITE_URl", "DATABASE_URL", ...secrets];
  const values = Object.fromEntries(names.map((name) => [name, ""]));
  const file = { values, repeated: ["PORT", ...secrets], problems: [] };
  expect(envWarnings(publicSite, file)).toEqual([
    {
      name: "SITE_URl",
      text: expect.stringMatching(
        /^in \.env is not a setting of the site; check its spelling\./,
      ) as string,
    },
    { name: "PORT", text: "is given twice in .env; the last one counts." },
  ]);
});
