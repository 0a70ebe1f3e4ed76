import { dismissLabel } from "~/content/delivery";
import { stripVTControlCharacters } from "node:util";
import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/answer";
import { eventually, untilPainted, visitorAt } from "@kandi/auditor";
import type { Mode, Window } from "@kandi/auditor";
import type { TestSupabase } from "../../support/fixtures/supabase";
import { isScriptThere, newAddress } from "../../support/fixtures/test";
import { markup } from "../markup";
import { look } from "../observe";
import type { Look } from "../observe";
import { untrue } from "../truths";
import type { Form } from "./forms";

export interface Stage {
  window: Window;
  mode: Mode;
  siteUrl: string;
  database: Pick<TestSupabase, "rows">;
}

/** The browser accepts this address, and the site does not. */
const refused = "raver@localhost";
const [heldBack, rest] = ["raver", "@localhost"];

/**
 * Uses a form by keyboard alone: the browser's own validation blocks one
 * address, the site refuses the next, and the third is stored.
 */
export async function play(stage: Stage, form: Form, width: number) {
  const address = newAddress();
  const visitor = visitorAt(stage.window, address, {
    ...{ markup, look, untrue },
  });
  try {
    await follow(stage, form, width, address, visitor);
  } catch (error) {
    visitor.problems.push(stripVTControlCharacters(String(error)));
  }
  return visitor;
}

async function follow(
  { window, mode, siteUrl, database }: Stage,
  form: Form,
  width: number,
  address: string,
  { reach, see, until }: ReturnType<typeof visitorAt<Look>>,
) {
  const { emailField, button } = form;
  const typed = form.fields(refused);

  await window.open(siteUrl + form.path, width);
  // Firefox applies a new width with a delay.
  await eventually(async () =>
    expect(await window.evaluate(() => innerWidth), "the width").toBe(width),
  );
  await until(() => document.hasFocus());
  await untilPainted(window, markup);
  for (const [id, text] of Object.entries(typed)) {
    await reach(id);
    if (mode === "javascript") await until(isScriptThere);
    if (id !== emailField) {
      await window.type(text);
      continue;
    }
    await window.type(heldBack);
    await window.press("Enter");
    await until(isHeldBack);
    await see("held back by the browser", {
      toast: null,
      focused: `input#${id}`,
      fields: { [id]: { value: heldBack } },
    });
    await window.type(rest);
  }
  await reach(button);
  await window.press("Enter");
  await see("refused by the site", {
    toast: said(form.refused),
    focused: expect.stringMatching(/^dialog/),
    fields: {
      ...values(typed),
      [emailField]: { value: refused, error: form.refused.text },
    },
  });

  // Tab selects the field's content.
  await reach(emailField);
  await window.type(address);
  await reach(button);
  await window.press("Enter");
  const empty = Object.keys(typed).map((id) => [id, ""]);
  await see("stored", {
    toast: said(form.stored(address)),
    focused: expect.stringMatching(/^(dialog|main)/),
    fields: values(Object.fromEntries(empty)),
  });
  const rows = await database.rows(form.query, [address]);
  expect(rows, "the table").toEqual([form.row(address)]);

  // A keepsake stays.
  if (form.path === pages.landing.path) return;
  await reach(dismissLabel);
  await window.press("Enter");
  await see("dismissed", {
    toast: null,
    focused: expect.not.stringMatching(/^button/),
  });
}

const said = ({ title, text }: Toast) => ({ title, text });

const values = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([id, value]) => [id, { value }]),
  );

/** Runs in the page. */
const isHeldBack = () =>
  document.activeElement?.matches(":user-invalid") ?? false;
