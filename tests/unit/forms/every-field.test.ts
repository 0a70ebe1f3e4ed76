import { describe, expect, test } from "vitest";
import { problemOf } from "~/forms/address.server";
import { askedName, idempotencyKeyName } from "~/forms/definition";
import { parserOf } from "~/forms/parse.server";
import { failureToast, questionToast } from "~/forms/toasts";
import {
  longestFields,
  mapFields,
  paddedFields,
  shownForms,
  trickyFields,
} from "../../support/visitors/forms";

// tests/e2e/every-field.spec.ts shows a refusal of each kind to visitors. This has each
// rule of each field.

const address = "Raver@Example.com";
const idempotencyKey = crypto.randomUUID();

/** A value, and what is stored of it or said about it. */
type Case = [value: unknown, expected: string | null | undefined];

describe.each(shownForms)("the form $id", ({ form, id, hidden }) => {
  const { fields, toasts } = form;
  const names = Object.keys(fields);
  const parse = parserOf(form);
  const longest = longestFields(form, address);
  const typed = paddedFields(form, address);
  const asStored = (values: Record<string, string>) =>
    mapFields(form, ({ type }, name) =>
      type === "email" ? values[name]?.toLowerCase() : values[name],
    );
  const stored = asStored(trickyFields(form, address));

  /** Parses what was typed, but for the changed fields. */
  const parseWith = (changed: Record<string, unknown>) =>
    parse({
      ...{ ...typed, ...hidden, [idempotencyKeyName]: idempotencyKey },
      ...changed,
    });

  const expectAnswer = (changed: Record<string, unknown>, answer: object) =>
    expect(parseWith(changed)).toMatchObject({
      ok: false,
      answer: { outcome: "refused", formId: id, idempotencyKey, ...answer },
    });

  test("answers with its own toast if a field is missing, whatever else is wrong", () => {
    const last = names.filter((name) => fields[name]?.required).at(-1);
    const errors = mapFields(form, ({ messages }, name) =>
      name === last ? messages.missing : messages.unreadable,
    );
    const toast =
      toasts.missing ?? failureToast(Object.values(errors)[0] ?? "");
    const blank = mapFields(form, (_, name) => (name === last ? "" : "\0"));
    expectAnswer(blank, { errors, toast });
  });

  describe.each(names)("%s", (name) => {
    const field = fields[name];
    if (!field) throw new Error(name);
    const { required, type, rows, limit, messages } = field;
    // Nobody sees the last one's characters, but the database would keep them.
    const none = [undefined, "", " \n\t\n ", "\u00ad\u2060\u2800\u3164\u202e"];

    test.each<Case>([
      [`\t\u00a0${typed[name]}\u3000\n`, stored[name]],
      [longest[name], asStored(longest)[name]],
      ...(required ? [] : none.map((value): Case => [value, null])),
      ...(rows
        ? [
            [
              `a${"\r\n".repeat(limit - 2)}b`,
              `a${"\n".repeat(limit - 2)}b`,
            ] satisfies Case,
          ]
        : []),
    ])("%j is stored", (value, read) => {
      const row = { ...stored, ...hidden, [name]: read };
      expect(parseWith({ [name]: value })).toEqual({ ok: true, row });
    });

    test.each<Case>([
      [` x${longest[name]} `, messages.tooLong(limit + 1)],
      ...["\0", "\uFFFD", "\uD800"].map((sign): Case => [
        `a${sign}b`,
        messages.unreadable,
      ]),
      [[typed[name], "another"], messages.repeated],
      ...(required ? none.map((value): Case => [value, messages.missing]) : []),
      ...(type === "email"
        ? [["nobody@localhost", messages.invalid] satisfies Case]
        : []),
    ])("%j is refused", (value, message) => {
      const says = message ?? "";
      const isMissing = says === messages.missing;
      const toast = (isMissing && toasts.missing) || failureToast(says);
      expectAnswer({ [name]: value }, { errors: { [name]: says }, toast });
    });

    if (field.asksAboutSlips)
      test("a likely slip is asked about once, and only after all else is right", () => {
        const [slip, asked] = [" Ann@GMIAL.com ", "ann@gmial.com"];
        const toast = questionToast("ann@gmail.com");
        const errors = { [name]: toast.text };
        const question = {
          ...{ outcome: "asked", toast, errors },
          asked: { [name]: asked },
        };
        expectAnswer({ [name]: slip }, question);
        const another = { [name]: slip, [askedName(name)]: "x@gmial.com" };
        expectAnswer(another, question);
        const confirmed = { [name]: slip, [askedName(name)]: asked };
        const row = { ...stored, ...hidden, [name]: asked };
        expect(parseWith(confirmed)).toEqual({ ok: true, row });
        const other = names.find((one) => one !== name);
        if (!other) return;
        const says = fields[other]?.messages.unreadable;
        const wrong = { errors: { [other]: says } };
        expectAnswer({ [name]: slip, [other]: "\0" }, wrong);
        const isAsked = { ...wrong, asked: { [name]: asked } };
        expectAnswer({ ...confirmed, [other]: "\0" }, isAsked);
      });

    if (field.asksAboutSlips)
      test("a slip that is no address is asked about, then told what is wrong", () => {
        const value = "ann@gmail,com";
        const toast = questionToast("ann@gmail.com");
        const question = { outcome: "asked", toast, problems: {} };
        expectAnswer({ [name]: value }, question);
        const again = { [name]: value, [askedName(name)]: value };
        const problems = { [name]: problemOf(value) };
        expectAnswer(again, { errors: { [name]: messages.invalid }, problems });
      });
  });
});
