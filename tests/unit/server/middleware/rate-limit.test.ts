import { expect, test } from "vitest";
import { addressOf } from "~/server/middleware/rate-limit.server";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["[::FFFF:101:101]:50123", "1.1.1.1"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["198.51.100.7, 203.0.113.9 , 192.0.2.1", "192.0.2.1"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
  ["[2001:db8:1:2::1]:50123", "2001:db8:1:2"],
])("%s counts as %s", (value, address) => {
  expect(addressOf(value)).toBe(address);
});

test("a header that is not an address is cut to a fixed length", () => {
  expect(addressOf("x".repeat(10_000))).toHaveLength(64);
});
