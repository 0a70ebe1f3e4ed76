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
  const query = (selector: string) => content.querySelector(selector);
  const textAt = (selector: string) => query(selector)?.textContent ?? "";
  const valueAt = (name: string) =>
    query(`[name="${name}"]`)?.getAttribute("value") ?? "";
  const names = Object.keys(form.fields);
  const byField = (readText: (name: string) => string) =>
    Object.fromEntries(
      names.map((name) => [name, readText(name)]).filter(([, text]) => text),
    ) as Record<string, string>;

  // More may have been typed since the form was sent, and stays.
  const fields = isDone ? {} : toFields(new FormData(element));
  for (const name of names.map(askedName))
    fields[name] = valueAt(name) || textOf(fields, name);
  const errors = byField((name) => textAt(`#${fieldErrorId(formId, name)}`));
  const problems = byField((name) =>
    textAt(`#${fieldProblemId(formId, name)}`),
  );
  const suggestions = byField((name) => valueAt(fieldId(formId, name)));
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
  const feedback = { errors, problems, suggestions };
  const answer = answerOf(form, fields, toast, status, feedback);
  return {
    ...answer,
    formId,
    // A refused form keeps its own.
    ...(isStored && { idempotencyKey: valueAt(idempotencyKeyName) }),
  };
}
