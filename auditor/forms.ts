import { nameOf, Visit } from "./form-tests/visit";
import type { Problem } from "./finding";
import { untilQuiet } from "./measuring/presses";
import { broken } from "./rules";
import type { Form, Stage, State, Visitor } from "./site";

/** A form that breaks its description is a finding, not a failure to measure. */
export class BrokenForm extends Error {
  constructor(readonly problem: Problem) {
    super(problem.help);
  }
}

/** Two states of each form to measure: refused, and sent. */
export const formStates = (forms: readonly Form<Stage>[]): State<Stage>[] =>
  forms.flatMap((form) =>
    (["refused", "sent"] as const).map((end) => ({
      name: `${nameOf(form)} ${end}`,
      path: form.path,
      reach: (visitor) => send(visitor, form, end === "sent"),
    })),
  );

/** Fills in the form and presses its button, past the browser's own check. */
async function send(
  { page, mode, stage }: Visitor<Stage>,
  form: Form<Stage>,
  isValid: boolean,
) {
  const network = { active: 0, posts: 0 };
  page.on("request", (request) => {
    network.active += 1;
    if (request.method() === "POST") network.posts += 1;
  });
  page.on("requestfinished", () => (network.active -= 1));
  page.on("requestfailed", () => (network.active -= 1));
  const visit = new Visit(form, mode, stage.baseURL, page, network);
  await visit.find();
  await visit.passCheck();
  await visit.fill(isValid ? visit.values : visit.invalid);
  await visit.press();
  const isRefused = async () =>
    (await visit.fresh()).length > 0 && (await visit.element.count()) > 0;
  // New words may only say that it is being sent.
  if (!isValid) await visit.sees(visit.isAnswered);
  const isReached = await visit.sees(isValid ? visit.tells : isRefused);
  await untilQuiet(page);
  if (isReached) return;
  const what = isValid
    ? `what is valid is not answered by ${form.success}`
    : "what is invalid is not answered by the form";
  if (visit.isScripted) throw new Error(what);
  const said = `Without JavaScript, ${what}`;
  throw new BrokenForm(broken("form-without-script", said, visit.place));
}
