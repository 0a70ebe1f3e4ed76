import { createHash } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { pagePolicy } from "~/server/middleware/security-headers.server";

// In development the policy allows every style.
vi.stubEnv("DEV", false);
afterAll(() => void vi.unstubAllEnvs());

const hashOf = (text: string) =>
  `sha256-${createHash("sha256").update(text).digest("base64")}`;

test("the policy allows images of the site, and icons that an extension draws into a field", () => {
  const images = /img-src ([^;]+)/.exec(
    pagePolicy("<html><body></body></html>"),
  );
  expect(images?.[1]?.split(" ")).toEqual(["'self'", "data:"]);
});

test("the policy allows the site's own inline scripts and styles, and none that stand in the page's content", () => {
  const injected = "</footer></body></html><script>evil()</script>";
  const policy = pagePolicy(
    `<html><head><style>own{}</style></head><body><main>${injected}<style>evil{}</style></main><footer></footer><script>own()</script></body></html>`,
  );
  for (const own of ["own()", "own{}"]) expect(policy).toContain(hashOf(own));
  for (const evil of ["evil()", "evil{}"]) {
    expect(policy).not.toContain(hashOf(evil));
  }
});
