import { expect, test } from "vitest";
import { failureToast, successToast } from "~/forms/toasts";
import { defineForm, labelOf, messagesFor } from "~/forms/definition";
import type { FieldDefinition } from "~/forms/definition";
import { parserOf } from "~/forms/parse.server";

const invalid = "Please enter the address of a page";
const form = defineForm({
  name: "sample",
  path: "/sample",
  table: "samples",
  fields: {
    phone: {
      label: "Phone",
      type: "tel",
      limit: 30,
      messages: messagesFor("phone number", 30),
    },
    page: {
      label: "Page",
      type: "url",
      limit: 200,
      messages: messagesFor("page", 200, { invalid }),
    },
  },
  toasts: { stored: successToast("A", "B"), failed: failureToast("C") },
});

test.each([
  ["https://example.com/a?b=c", true],
  ["HTTP://münchen.example", true],
  ["", true],
  ["example.com", false],
  ["javascript:alert(1)", false],
  ["https://", false],
])("a field of the type url takes %j: %s", (page, isTaken) => {
  const parsed = parserOf(form)({ page });
  const errors = parsed.ok ? {} : parsed.answer.errors;
  expect(errors).toEqual(isTaken ? {} : { page: invalid });
});

test("the type checker tells which message of a field is forgotten", () => {
  const field = { label: "Page", limit: 200 };
  const fields: FieldDefinition[] = [
    { ...field, messages: messagesFor("page", 200) },
    { ...field, type: "tel", messages: messagesFor("page", 200) },
    // @ts-expect-error -- needs `missing`
    {
      ...field,
      required: true,
      messages: messagesFor("page", 200, { invalid }),
    },
    // @ts-expect-error -- needs `invalid`
    { ...field, type: "url", messages: messagesFor("page", 200) },
    // @ts-expect-error -- needs `invalid`
    { ...field, type: "email", messages: messagesFor("page", 200) },
  ];
  expect(fields.map(labelOf).map((label) => label === field.label)).toEqual(
    fields.map(({ required }) => required === true),
  );
});

test("a phone number is any text", () => {
  const phone = "+49 (0)30 123-45 ext. 6";
  expect(parserOf(form)({ phone })).toEqual({
    ok: true,
    row: { phone, page: null },
  });
});
