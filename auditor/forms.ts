import type { Locator, Page, Response } from "playwright";
import type { Problem } from "./finding";
import { findPlaces, placesOf } from "./measuring/places";
import { untilQuiet } from "./measuring/scripted";
import { broken } from "./rules";
import type { Form, State, Visitor } from "./site";

/** A form that does not do what the description says is a finding, no failure. */
export class BrokenForm extends Error {
  constructor(readonly problem: Problem) {
    super(problem.help);
  }
}

/** In milliseconds: how long a form may take to do anything. */
const longest = 10_000;

/** The texts of each page before its form was sent. */
const before = new WeakMap<Page, Set<string>>();

const textsOf = async (page: Page) =>
  new Set(
    (await page.evaluate(() => document.body.innerText))
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );

/** Two states of each form: refused, and sent. */
export const formStates = (
  forms: readonly Form[],
): State<{ baseURL: string; close: () => Promise<void> }>[] =>
  forms.flatMap((form) => {
    const { path, button } = form;
    const of = ({ number }: Visitor) => numbered(form, number);
    return [
      {
        name: `${path}: "${button}" refused`,
        path,
        reach: (visitor) => {
          const { valid, invalid } = of(visitor);
          return send(visitor, form, { ...valid, ...invalid }, false);
        },
        examine: (visitor) => refusalProblems(visitor.page, of(visitor)),
      },
      {
        name: `${path}: "${button}" sent`,
        path,
        reach: (visitor) => send(visitor, form, of(visitor).valid, true),
      },
    ];
  });

const start = Date.now();

/** The form with values of a visitor's own: `{n}` stands for a number. */
export function numbered<Own extends Form>(
  form: Own,
  visitor: number | string,
) {
  const own = (values: Form["valid"]) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value.replaceAll("{n}", `${start}-${visitor}`),
      ]),
    );
  return { ...form, valid: own(form.valid), invalid: own(form.invalid) };
}

export const formIn = (page: Page, { button }: Form): Locator =>
  page
    .locator("form")
    .filter({ has: page.getByRole("button", { name: button, exact: true }) })
    .first();

/** Fills in the form and presses its button, past the browser's own check. */
async function send(
  { page, mode }: Pick<Visitor, "page" | "mode">,
  form: Form,
  values: Form["valid"],
  isValid: boolean,
) {
  const element = formIn(page, form);
  const [place] = await placesOf(
    await element.evaluateHandle((element) => [{ element }]),
  );
  const dead = (what: string) => {
    if (!place || mode === "javascript") return new Error(what);
    return new BrokenForm(
      broken("form-without-script", `Without JavaScript, ${what}`, place),
    );
  };
  await element.evaluate(
    (form) => ((form as HTMLFormElement).noValidate = true),
  );
  for (const [name, value] of Object.entries(values))
    await fill(element, name, value);
  before.set(page, await textsOf(page));
  const answers: (Response | string)[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "POST") answers.push(response);
  });
  page.on("requestfailed", (request) => {
    if (request.method() === "POST")
      answers.push(request.failure()?.errorText ?? "");
  });
  const address = page.url();
  await element
    .getByRole("button", { name: form.button, exact: true })
    .press("Enter");
  for (let waited = 0; waited < longest; waited += 100) {
    if (answers.length > 0 || page.url() !== address) break;
    if (mode === "javascript" && (await hasChanged(page))) break;
    await page.waitForTimeout(100);
  }
  await page.waitForLoadState();
  await untilQuiet(page);

  const [answer] = answers;
  const status = typeof answer === "object" ? answer.status() : undefined;
  if (
    answers.length === 0 &&
    page.url() === address &&
    !(await hasChanged(page))
  )
    throw dead("the form does nothing");
  if (typeof answer === "string") throw dead(`the form is not sent: ${answer}`);
  if (status && (status >= 500 || [404, 405, 410].includes(status)))
    throw dead(`the form's address answers ${status}`);
  const said = `${await page.title()}\n${await page.evaluate(() => document.body.innerText)}`;
  if (isValid && !form.success.test(said))
    throw dead(`what is valid is not answered by ${form.success}`);
  if (!isValid && (await formIn(page, form).count()) === 0)
    throw dead("what is invalid is not answered by the form");
}

async function hasChanged(page: Page) {
  const texts = await textsOf(page).catch(() => new Set<string>());
  return [...texts].some((text) => !before.get(page)?.has(text));
}

export async function fill(form: Locator, name: string, value: string) {
  const field = form.locator(`[name=${JSON.stringify(name)}]`);
  const kind = await field
    .first()
    .evaluate((element) => (element as HTMLInputElement).type);
  if (kind === "radio" || kind === "checkbox")
    return form
      .locator(`[name=${JSON.stringify(name)}][value=${JSON.stringify(value)}]`)
      .evaluate((element) => (element as HTMLInputElement).click());
  if (kind.startsWith("select")) return void (await field.selectOption(value));
  return field.fill(value);
}

/** An error that is tied to no field, and what was typed and is lost. */
async function refusalProblems(page: Page, form: Form): Promise<Problem[]> {
  const fresh = [...(await textsOf(page))].filter(
    (text) => !before.get(page)?.has(text),
  );
  const names = Object.keys(form.invalid);
  const fields = await findPlaces(page, readFields, { names, fresh });
  const values = { ...form.valid, ...form.invalid };
  return fields.flatMap(({ name, value, isTied, isText, ...place }) => [
    ...(isTied
      ? []
      : [
          broken(
            "silent-error",
            fresh.length > 0
              ? `It is refused, and no new text is tied to it (${fresh.slice(0, 3).join(" / ")})`
              : "It is refused, and nothing says so",
            place,
          ),
        ]),
    ...(isText && value !== values[name]
      ? [broken("typed-lost", `"${values[name]}" was typed`, place)]
      : []),
  ]);
}

/** Runs in the page: refused fields, and whether a new text is about them. */
function readFields({ names, fresh }: { names: string[]; fresh: string[] }) {
  const textOf = (id: string) => document.getElementById(id)?.innerText ?? "";
  const isNew = (text: string) =>
    text.split("\n").some((line) => fresh.includes(line.trim()));
  return names.flatMap((name) => {
    const element = document.querySelector<HTMLInputElement>(
      `[name=${JSON.stringify(name)}]`,
    );
    if (!element) return [];
    const ids = ["aria-describedby", "aria-errormessage", "aria-labelledby"]
      .flatMap((by) => (element.getAttribute(by) ?? "").split(" "))
      .filter(Boolean);
    const links = element.id
      ? document.querySelectorAll<HTMLElement>(
          `a[href$="#${CSS.escape(element.id)}"]`,
        )
      : [];
    const tied = [
      ...ids.map(textOf),
      ...[...(element.labels ?? [])].map(({ innerText }) => innerText),
      ...[...links].map(({ innerText }) => innerText),
      element.closest("fieldset")?.querySelector("legend")?.innerText ?? "",
    ];
    const isText = !["radio", "checkbox", "password", "file"].includes(
      element.type,
    );
    return [
      { element, name, value: element.value, isText, isTied: tied.some(isNew) },
    ];
  });
}
