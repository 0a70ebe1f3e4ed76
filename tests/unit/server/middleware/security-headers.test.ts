import { expect, test } from "vitest";
import { pagePolicies } from "~/server/middleware/security-headers.server";

test.each(Object.entries(pagePolicies))(
  "the policy of the %s pages allows images of the site, and icons that an extension draws into a field",
  (_sheet, policy) => {
    const images = /img-src ([^;]+)/.exec(policy);
    expect(images?.[1]?.split(" ")).toEqual(["'self'", "data:"]);
  },
);
