import type { FormAnswer } from "~/client/show-answer";
import { answerOf } from "~/forms/answer";
import type { Answer } from "~/forms/answer";
import {
  askedName,
  fieldErrorId,
  fieldId,
  fieldProblemId,
  idempotencyKeyName,
} from "~/forms/definition";
import type { FormDefinition } from "~/forms/definition";
import { textOf, toFields } from "~/forms/fields";
import { failureToast, questionToast, successToast } from "~/forms/toasts";

/** Reads the answer to a form from the page that the site answered. */
export function readAnswer(
  form: FormDefinition,
  formId: string,
  element: HTMLFormElement,
  { status, isStored, isDone, content }: FormAnswer,
): Answer {
  const find = (selector: string) => content.querySelector(selector);
  const textAt = (selector: string) => find(selector)?.textContent ?? "";
  const valueAt = (name: string) =>
    find(`[name="${name}"]`)?.getAttribute("value") ?? "";
  const names = Object.keys(form.fields);
  const read = (textOf: (name: string) => string) =>
    Object.fromEntries(
      names.map((name) => [name, textOf(name)]).filter(([, text]) => text),
    ) as Record<string, string>;

  // More may have been typed since the form was sent, and stays.
  const fields = isDone ? {} : toFields(new FormData(element));
  for (const name of names.map(askedName))
    fields[name] = valueAt(name) || textOf(fields, name);
  const errors = read((name) => textAt(`#${fieldErrorId(formId, name)}`));
  const problems = read((name) => textAt(`#${fieldProblemId(formId, name)}`));
  const suggestions = read((name) => valueAt(fieldId(formId, name)));
  const [suggestion] = Object.values(suggestions);
  const [title, text] = [textAt(".toast-title"), textAt(".toast-title+p")];
  const toast = suggestion
    ? questionToast(suggestion)
    : !isStored
      ? failureToast(text, title)
      : // The limit of toasts may have left it out.
        title
        ? successToast(title, text)
        : form.toasts.stored;
  const said = { errors, problems, suggestions };
  const answer = answerOf(form, fields, toast, status, said);
  return {
    ...answer,
    formId,
    // A refused form keeps its own.
    ...(isStored && { idempotencyKey: valueAt(idempotencyKeyName) }),
  };
}
