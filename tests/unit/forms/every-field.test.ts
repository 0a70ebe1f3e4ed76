import type { ActionFunctionArgs } from "@remix-run/node";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { needed } from "~/content/site";
import { problemOf } from "~/forms/address.server";
import { failureToast, leaveEmpty, questionToast } from "~/forms/toasts";
import type { Answer } from "~/forms/answer";
import {
  askedName,
  fieldId,
  honeypot,
  idempotencyKeyName,
} from "~/forms/definition";
import { parserOf } from "~/forms/parse.server";
import { actionFor } from "~/submit.server";
import {
  longestFields,
  mapFields,
  neededFields,
  paddedFields,
  shownForms,
  trickyFields,
} from "../../support/visitors/forms";
import { insertRow, openOwnSupabase } from "#supabase/testing";

const insert = vi.hoisted(() => vi.fn());
vi.mock("~/database/insert.server", () => ({ insert }));
beforeEach(() => insert.mockReset().mockResolvedValue("stored"));

const database = await openOwnSupabase();
afterAll(database.end);
const address = "Raver@Example.com";
const key = crypto.randomUUID();

/** In its place, a test puts two values or none. */
type Posted = Record<string, string | string[] | undefined>;

describe.each(shownForms)("the form $id", ({ form, id, hidden }) => {
  const { fields: definitions, toasts } = form;
  const names = Object.keys(definitions);
  const action = actionFor(form);

  const typed = paddedFields(form, address);
  const stored = {
    ...mapFields(form, ({ type }, name) => {
      const value = trickyFields(form, address)[name] ?? "";
      return type === "email" ? value.toLowerCase() : value;
    }),
    ...hidden,
  };

  const send = (body: BodyInit) =>
    action({
      request: new Request("http://localhost", { method: "POST", body }),
      params: {},
      context: {},
    } as ActionFunctionArgs);

  /** Posts a form as a browser does, with line breaks as CRLF. */
  const post = (changed: Posted = {}) => {
    const body = new URLSearchParams({ [idempotencyKeyName]: key, ...hidden });
    for (const [name, value] of Object.entries({ ...typed, ...changed }))
      for (const one of [value ?? []].flat())
        body.append(name, one.replaceAll("\n", "\r\n"));
    return send(body);
  };

  async function expectStored(changed: Posted, row: object) {
    expect(await post(changed)).toMatchObject({ status: 303 });
    const expected = { ...stored, ...row };
    expect(insert.mock.lastCall).toEqual([form, expected, key]);
  }

  /** The answer has every field as it was typed, or as `shown` says. */
  async function expectRefused(
    answer: ReturnType<typeof post>,
    expected: Pick<Answer, "status" | "toast" | "errors"> & Partial<Answer>,
    shown: Record<string, string> = {},
  ) {
    expect(await answer).toMatchObject({
      data: {
        ...expected,
        formId: id,
        values: { ...typed, ...shown },
        idempotencyKey: key,
      } satisfies Partial<Answer>,
      init: { status: expected.status },
    });
  }

  const invalid = (name: string, says = "?", toast = failureToast(says)) => ({
    ...{ status: 422 as const, errors: { [name]: says }, toast },
  });

  test("stores what was typed, without the whitespace around it", () =>
    expectStored({}, {}));

  test("keeps every field when nothing is wrong with any", async () => {
    const refused = { errors: {} };
    await expectRefused(post({ [honeypot.name]: "x" }), {
      ...{ ...refused, status: 422, toast: leaveEmpty },
    });
    expect(insert).not.toHaveBeenCalled();
    insert.mockResolvedValue("failed");
    await expectRefused(post(), {
      ...{ ...refused, status: 503, toast: toasts.failed },
    });
  });

  test("has room for every field at its limit, and for one too long", async () => {
    const longest = longestFields(form, address);
    const row = mapFields(form, ({ type }, name) =>
      type === "email" ? longest[name]?.toLowerCase() : longest[name],
    );
    await expectStored(longest, row);
    const tooLong = mapFields(form, (_, name) => `x${longest[name]}`);
    const errors = mapFields(form, ({ limit, messages }) =>
      messages.tooLong(limit + 1),
    );
    const [first = ""] = Object.values(errors);
    const toast = failureToast(first);
    await expectRefused(post(tooLong), { status: 422, errors, toast }, tooLong);
  });

  test("answers with its own toast if a field is missing, whatever else is wrong", async () => {
    const [last = ""] = names.filter((name) => definitions[name]?.required);
    const blank = mapFields(form, (_, name) => (name === last ? "" : "\0"));
    const shown = mapFields(form, (_, name) => (name === last ? "" : "\uFFFD"));
    const errors = mapFields(form, ({ messages }, name) =>
      name === last ? messages.missing : messages.unreadable,
    );
    const [first = ""] = Object.values(errors);
    const toast = toasts.missing ?? failureToast(first);
    await expectRefused(post(blank), { status: 422, errors, toast }, shown);
  });

  test("has no message that could be about another field", () => {
    const all = Object.values(definitions).flatMap(({ messages }) => [
      ...new Set(
        Object.values(messages).map((message) =>
          typeof message === "string" ? message : message(9),
        ),
      ),
    ]);
    expect(all).toEqual([...new Set(all)]);
  });

  test("has no label with the words that the site adds", () => {
    const labels = Object.values(definitions).map(({ label }) => label);
    expect(labels.join()).not.toContain(needed.optional.trim());
  });

  test("has a table for its shortest row and its longest", async () => {
    for (const values of [neededFields, longestFields]) {
      const parsed = parserOf(form)({ ...values(form, address), ...hidden });
      if (!parsed.ok) throw new Error(parsed.answer.toast.text);
      await database.database.exec(`truncate ${form.table}`);
      const answer = await insertRow(database, form.table, parsed.row);
      expect(answer).toEqual({ status: 201 });
    }
  });

  describe.each(names)("%s", (name) => {
    const field = definitions[name];
    if (!field) throw new Error(name);
    const { required, type, rows, limit, messages, duplicate } = field;

    test.each([undefined, "", "  ", " \n\t\n "])(
      "missing: %j",
      async (none) => {
        if (!required) return expectStored({ [name]: none }, { [name]: null });
        await expectRefused(
          post({ [name]: none }),
          invalid(name, messages.missing, toasts.missing),
          { [name]: none ?? "" },
        );
      },
    );

    test("too long by one", async () => {
      const longest = longestFields(form, address)[name] ?? "";
      expect([...longest]).toHaveLength(limit);
      const tooLong = ` x${longest} `;
      const says = messages.tooLong(limit + 1);
      await expectRefused(post({ [name]: tooLong }), invalid(name, says), {
        [name]: tooLong,
      });
    });

    // URLSearchParams sends U+FFFD for the last.
    test.each(["\0", "\uFFFD", "\uD800"])(
      "unreadable: %j",
      async (character) => {
        await expectRefused(
          post({ [name]: `a${character}b` }),
          invalid(name, messages.unreadable),
          { [name]: "a\uFFFDb" },
        );
        const fields = { ...typed, ...hidden, [name]: `a${character}b` };
        const { answer } = parserOf(form)(fields) as { answer?: Answer };
        expect(answer?.errors).toEqual({ [name]: messages.unreadable });
      },
    );

    test("doubled", () =>
      expectRefused(
        post({ [name]: [typed[name] ?? "", "another"] }),
        invalid(name, messages.repeated),
      ));

    test("among whitespace of any kind", () =>
      expectStored({ [name]: `\t\u00a0${typed[name]}\u3000\n` }, {}));

    if (rows !== undefined)
      test("a line break is one character", async () => {
        const fits = `a${"\n".repeat(limit - 2)}b`;
        await expectStored({ [name]: fits }, { [name]: fits });
        const tooLong = `\n${fits}b\n`;
        const says = messages.tooLong(limit + 1);
        await expectRefused(post({ [name]: tooLong }), invalid(name, says), {
          [name]: tooLong,
        });
      });

    if (type === "email")
      test.each([
        "nobody@localhost",
        '<b>"it\'s"</b> &amp;@example.com',
        "עדי@example.com",
        "a@example.com\nb@example.com",
      ])("not an address: %j", async (value) => {
        const says = invalid(name, messages.invalid);
        const problems = { [name]: problemOf(value) };
        await expectRefused(
          post({ [name]: value }),
          { ...says, problems },
          { [name]: value },
        );
      });

    if (field.asksAboutSlips)
      describe("that looks like a slip", () => {
        const slip = " Ann@GMIAL.com ";
        const [asked, meant] = ["ann@gmial.com", "ann@gmail.com"];
        const confirmed = { [name]: slip, [askedName(name)]: asked };
        const question = {
          ...invalid(name, questionToast(meant).text, questionToast(meant)),
          asked: { [name]: asked },
          suggestions: { [name]: meant },
        };

        test("is asked about, and nothing is stored", async () => {
          const shown = { [name]: slip };
          await expectRefused(post({ [name]: slip }), question, shown);
          const changed = { ...confirmed, [askedName(name)]: "x@gmial.com" };
          await expectRefused(post(changed), question, shown);
          expect(insert).not.toHaveBeenCalled();
        });

        test("is stored once it was asked about, and not asked about again if that fails", async () => {
          await expectStored(confirmed, { [name]: asked });
          insert.mockResolvedValue("failed");
          await expectRefused(
            post(confirmed),
            {
              ...{ errors: {}, status: 503, toast: toasts.failed },
              asked: { [name]: asked },
            },
            { [name]: slip },
          );
        });

        test("gives way to the suggestion whose button was pressed, also in the answer", async () => {
          const pressed = { ...confirmed, [fieldId(id, name)]: meant };
          await expectStored(pressed, { [name]: meant });
          insert.mockResolvedValue("failed");
          await expectRefused(
            post(pressed),
            { errors: {}, status: 503, toast: toasts.failed },
            { [name]: meant },
          );
        });

        const other = names.find((one) => one !== name);
        if (other)
          test("is asked about after all else is right", async () => {
            const wrong = { [name]: slip, [other]: "\0" };
            const says = definitions[other]?.messages.unreadable;
            const shown = { [name]: slip, [other]: "\uFFFD" };
            await expectRefused(post(wrong), invalid(other, says), shown);
          });

        test.each(["ann@gmailcom", "ann@gmail,com"])(
          "and is no address is asked about, then told what is wrong: %s",
          async (value) => {
            const shown = { [name]: value };
            const own = { ...question, asked: { [name]: value } };
            await expectRefused(post({ [name]: value }), own, shown);
            const again = { [name]: value, [askedName(name)]: value };
            const says = invalid(name, messages.invalid);
            const problems = { [name]: problemOf(value) };
            await expectRefused(post(again), { ...says, problems }, shown);
          },
        );
      });

    if (duplicate)
      test("already stored", async () => {
        insert.mockResolvedValue({ duplicate: name });
        const says = invalid(name, duplicate.text, duplicate);
        await expectRefused(post(), { ...says, status: 409 });
      });
  });
});
