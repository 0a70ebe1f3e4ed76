import { stripVTControlCharacters } from "node:util";
import { expect } from "playwright/test";
import { met, modes, readText } from "two-modes-audit";
import type { Flow } from "two-modes-audit";
import type { Toast } from "~/forms/toasts";
import { fieldId } from "~/forms/definition";
import { newAddress } from "../../support/visitors/test";
import { stageOf } from "../visit";
import type { Stage } from "../visit";
import { firefox } from "../programs/firefox";
import { webkit } from "../programs/webkit";
import type { Window } from "../programs/window";
import { forms } from "./forms";
import type { Form } from "./forms";

/** More stops than any page has. */
const tooMany = 60;

/** For what waits for another program on a busy machine. */
const patience = { timeout: 90_000 };

/** Runs in the page. */
const look = () => {
  const element = document.activeElement ?? document.body;
  const textOf = (selector: string) =>
    document.querySelector(`dialog[open] ${selector}`)?.textContent;
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>("main [id][name]"),
  ];
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    toast: { title: textOf("#toast-title"), text: textOf("#toast-text") },
    fields: Object.fromEntries(fields.map(({ id, value }) => [id, value])),
    focus: element.matches("a, button, input, textarea, summary")
      ? element.id || element.textContent?.trim()
      : element.tagName,
    isFocusSeen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
  };
};

/** Uses a form by keyboard alone: one address is refused, and the next is stored. */
async function use(window: Window, form: Form, stage: Stage) {
  const [refused, stored] = ["raver@localhost", newAddress()];

  /** Presses Tab until a control has the focus, given by id or text. */
  const reach = async (name: string) => {
    for (let stops = 0; stops < tooMany; stops++) {
      await window.type("\t");
      const { focus, isFocusSeen } = await window.evaluate(look);
      expect(isFocusSeen, `The focus is seen on ${focus}`).toBe(true);
      if (focus === name) return;
    }
    throw new Error(`Tab never reaches ${name}`);
  };
  const type = async (name: string, text = "") => {
    await reach(fieldId(form.id, name));
    await window.type(text);
  };

  const send = async ({ title, text }: Toast, values: [string, string][]) => {
    await reach(form.button);
    await window.type("\n");
    const fields = values.map(([name, text]) => [fieldId(form.id, name), text]);
    await expect(async () => {
      expect(await window.evaluate(look)).toMatchObject({
        toast: { title, text },
        focus: expect.stringMatching(/^(?:DIALOG|MAIN)$/),
        fields: Object.fromEntries(fields),
      });
    }).toPass(patience);
    const { problems } = await window.evaluate(readText);
    expect(problems.map(({ what }) => what)).toEqual([]);
  };

  await window.open(stage.baseURL + form.path, 320);
  const isThere = () => innerWidth === 320 && document.hasFocus();
  await expect.poll(() => window.evaluate(isThere), patience).toBe(true);
  const typed = Object.entries(form.values(refused));
  for (const [name, text] of typed) await type(name, text);
  await send(form.refused, typed);
  // Tab selects the field's content.
  await type("email", stored);
  await send(
    form.stored(stored),
    typed.map(([name]) => [name, ""]),
  );
  const rows = await form.rowsOf(stage.supabase, stored);
  expect(rows, "the table").toEqual([form.row(stored)]);
}

/** Both forms, used in each engine in a window as narrow as a phone. */
export const engineFlows: Flow[] = [firefox, webkit].flatMap(
  ({ engine, programs, start }) =>
    modes.map((mode) => ({
      program: engine,
      mode,
      name: "sign up and write",
      needs: programs,
      // On a busy machine, WebKit's driver answers "unknown error" or loses keys.
      again: 2,
      follow: async () => {
        const stage = await stageOf("other browsers");
        const window = await start(mode);
        const problems: string[] = [];
        try {
          await use(window, forms.hero, stage);
          await use(window, forms.contact, stage);
        } catch (error) {
          problems.push(stripVTControlCharacters(String(error)));
        } finally {
          await window.close();
        }
        return {
          problems: problems.map((what) => met("engine", what)),
          transcript: [`${engine} ${window.version}`],
        };
      },
    })),
);
