import { failureToast } from "~/forms/answer";
import { expect, test } from "vitest";
import { contactForm, contactToasts } from "~/forms/contact";
import type { Fields } from "~/forms/fields";
import { limits } from "~/forms/limits";
import { parse } from "~/forms/schema.server";
import { contactErrors } from "../../support/fixtures/forms";

const complete = {
  name: " Zoë\t",
  email: " Zoe@Example.COM ",
  subject: "Hi",
  message: "\r\nOne\r\n\r\ntwo \r\n",
};

const parseContact = (fields: Fields) => parse(contactForm, fields);
const { toasts } = contactForm;

const refusal = (fields: Record<string, unknown>) => {
  const parsed = parseContact({ ...complete, ...fields });
  if (parsed.ok) throw new Error("It was accepted.");
  return parsed.failure;
};

test("a message is trimmed, and each line break is one character", () => {
  expect(parseContact(complete)).toEqual({
    ok: true,
    row: {
      name: "Zoë",
      email: "zoe@example.com",
      subject: "Hi",
      message: "One\n\ntwo",
    },
  });
});

test("the answer shows the address as it was entered", () => {
  expect(toasts.storedFor?.(complete)).toEqual(
    contactToasts.storedFor("Zoe@Example.COM"),
  );
});

test.each([undefined, "", "  "])("the subject %j counts as none", (subject) => {
  const parsed = parseContact({ ...complete, subject });
  expect(parsed.ok && parsed.row.subject).toBeNull();
});

test.each(["name", "email", "message"] as const)(
  "a missing %s is pointed out",
  (field) => {
    for (const value of [undefined, "", " \r\n "]) {
      const { toast, errors } = refusal({ [field]: value });
      expect(toast).toEqual(contactToasts.missing);
      expect(errors).toEqual({ [field]: contactErrors.missing[field] });
    }
  },
);

test.each(["name", "subject", "message"] as const)(
  "the length of a %s is limited in code points",
  (field) => {
    const fits = "🎶".repeat(limits[field]);
    expect(parseContact({ ...complete, [field]: ` ${fits} ` }).ok).toBe(true);
    const says = contactErrors.tooLong(field, limits[field] + 1);
    const failure = refusal({ [field]: `${fits}x` });
    expect(failure.toast).toEqual(failureToast(says));
    expect(failure.errors).toEqual({ [field]: says });
    expect(failure.values[field]).toBe(`${fits}x`);
  },
);

test("a message of 5,000 line breaks between two letters is too long by two", () => {
  const message = `a${"\r\n".repeat(5000)}b`;
  expect(refusal({ message }).errors.message).toBe(
    contactErrors.tooLong("message", 5002),
  );
});

test.each(["name", "email", "subject", "message"] as const)(
  "NUL in the %s, a second value or a file is refused",
  (field) => {
    for (const character of ["\0", "\uFFFD", "\uD800"])
      expect(refusal({ [field]: `a${character}b` }).errors[field]).toBe(
        contactErrors.unreadable(field),
      );
    for (const value of [["a", "b"], new File(["a"], "a.txt")]) {
      expect(refusal({ [field]: value }).errors[field]).toBe(
        contactErrors.notOne(field),
      );
    }
  },
);

test("the first invalid field is the toast's text, and all are named", () => {
  const { toast, errors } = refusal({ email: "x", name: "x".repeat(101) });
  expect(toast.text).toBe(contactErrors.tooLong("name", 101));
  expect(errors.email).toBe(contactErrors.email);
});
