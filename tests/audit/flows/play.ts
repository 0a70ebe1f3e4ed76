import { stripVTControlCharacters } from "node:util";
import { expect } from "playwright/test";
import { eventually, readText, untilPainted } from "@kandi/auditor";
import type { Mode, Window } from "@kandi/auditor";
import { dismissLabel } from "~/content/delivery";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/answer";
import type { TestSupabase } from "../../support/fixtures/supabase";
import { isScriptThere, newAddress } from "../../support/fixtures/test";
import { anonymous, look, untrue } from "../observe";
import type { Form } from "./forms";

/** A page after each step, and the Tab stops on the way. */
export type Steps = Record<string, Record<string, unknown>>;

/** The browser accepts this address, and the site does not. */
const refused = "raver@localhost";
const [heldBack, rest] = ["raver", "@localhost"];

/** More stops than any page has. */
const tooMany = 60;

/**
 * Uses a form by keyboard alone: the browser's own validation blocks one
 * address, the site refuses the next, and the third is stored.
 */
export async function play(
  window: Window,
  mode: Mode,
  siteUrl: string,
  database: Pick<TestSupabase, "rows">,
  form: Form,
  width: number,
) {
  const { emailField, button } = form;
  const address = newAddress();
  const typed = form.fields(refused);
  const steps: Steps = {};
  const problems: string[] = [];
  let stops: string[] = [];

  const until = (isTrue: () => boolean) =>
    eventually(async () => expect(await window.evaluate(isTrue)).toBe(true));

  /** Presses Tab until a control has the focus, given by id or text. */
  const reach = async (name: string) => {
    while (stops.at(-1) !== name) {
      if (stops.length > tooMany)
        throw new Error(`Tab never reaches ${name}: ${stops.join(", ")}`);
      await window.press("Tab");
      const stop = await window.evaluate(focusedControl);
      stops.push(stop.name);
      if (!stop.hasOutline)
        problems.push(`The focus is not seen on ${stop.name}`);
    }
  };

  /** Waits for the expected page, and looks for problems in it. */
  const see = async (step: string, expected: Record<string, unknown>) => {
    const seen = await eventually(async () => {
      const seen = await window.evaluate(look);
      const outcome = { ...seen, toast: seen.toast ?? null };
      // Firefox finishes a scroll later when input interrupts its layout.
      expect(outcome, step).toMatchObject({ ...expected, inSight: true });
      return seen;
    });
    const { problems: hidden } = await window.evaluate(readText);
    const found = [...untrue(seen), ...hidden.map(({ what }) => what)];
    problems.push(...found.map((problem) => `${step}: ${problem}`));
    const text = anonymous(JSON.stringify({ ...seen, stops }), address);
    steps[step] = JSON.parse(text) as Steps[string];
    stops = [];
  };

  const send = async () => {
    await reach(button);
    await window.press("Enter");
  };

  try {
    await window.open(siteUrl + form.path, width);
    // Firefox applies a new width with a delay.
    await eventually(async () =>
      expect(await window.evaluate(() => innerWidth), "the width").toBe(width),
    );
    await until(() => document.hasFocus());
    await untilPainted(window);
    for (const [id, text] of Object.entries(typed)) {
      await reach(id);
      if (mode === "javascript") await until(isScriptThere);
      await window.type(id === emailField ? `${heldBack}\n` : text);
      if (id !== emailField) continue;
      await until(
        () => document.activeElement?.matches(":user-invalid") ?? false,
      );
      await see("held back by the browser", {
        toast: null,
        focused: `input#${id}`,
        fields: { [id]: { value: heldBack } },
      });
      await window.type(rest);
    }
    await send();
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
    await send();
    await see("stored", {
      toast: said(form.stored(address)),
      focused: expect.stringMatching(/^(dialog|main)/),
      fields: values(typed, ""),
    });
    const rows = await database.rows(form.query, [address]);
    expect(rows, "the table").toEqual([form.row(address)]);

    // A keepsake stays.
    if (form.path !== pages.landing.path) {
      await reach(dismissLabel);
      await window.press("Enter");
      await see("dismissed", {
        toast: null,
        focused: expect.not.stringMatching(/^button/),
      });
    }
  } catch (error) {
    problems.push(stripVTControlCharacters(String(error)));
  }
  return { steps, problems };
}

const said = ({ title, text }: Toast) => ({ title, text });

const values = (fields: Record<string, string>, value?: string) =>
  Object.fromEntries(
    Object.entries(fields).map(([id, text]) => [id, { value: value ?? text }]),
  );

/** Runs in the page. */
function focusedControl() {
  const element = document.activeElement ?? document.body;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    name: element.id || (element.textContent?.trim().slice(0, 60) ?? ""),
    hasOutline: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
  };
}
