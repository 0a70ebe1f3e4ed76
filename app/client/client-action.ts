import type { ClientActionFunctionArgs } from "@remix-run/react";
import { errorPages } from "~/content/errors";
import { deliver } from "~/client/deliver";
import {
  failureToast,
  questionToast,
  successToast,
  tooManyAttempts,
} from "~/forms/answer";
import type { Failure, Success } from "~/forms/answer";
import {
  askedName,
  failureOf,
  fieldErrorId,
  fieldId,
  fieldProblemId,
  idempotencyKeyName,
  maximumBody,
  toFields,
} from "~/forms/definition";
import type { FormDefinition } from "~/forms/definition";

const tooLarge = errorPages[413];

/**
 * Sends a form without a page load, and reads the answer from the page that the
 * server answers.
 */
export const clientActionFor =
  (form: FormDefinition) =>
  async ({ request }: ClientActionFunctionArgs): Promise<Failure | Success> => {
    const sent = toFields(await request.clone().formData());
    const failWith = (toast = form.toasts.failed) =>
      failureOf(form, sent, toast, 503);
    const { size } = await request.clone().blob();
    const element = [...document.forms].find(
      ({ method, elements }) =>
        method === "post" &&
        (!form.source ||
          valueOf(elements, form.source.name) === sent[form.source.name]),
    );
    try {
      if (!element) return failWith();
      // The server refuses longer bodies, so none is sent.
      if (size > maximumBody && tooLarge)
        return failWith(failureToast(tooLarge.text, tooLarge.heading));
      const pressed = [...element.querySelectorAll("button")].find(
        ({ name }) => name in sent,
      );
      const { status, isStored, page } = await deliver(element, pressed);
      const textAt = textOn(page);
      const [title, text] = [textAt("#toast-title"), textAt("#toast-text")];
      const key = page.querySelector<HTMLInputElement>(
        `[name=${idempotencyKeyName}]`,
      );
      if (isStored && key)
        return {
          kind: "success",
          id: Math.random(),
          // The limit of toasts may have left it out.
          toast: title ? successToast(title, text) : form.toasts.stored,
          idempotencyKey: key.value,
        };
      if (!title) {
        if (status === 429) return failWith(tooManyAttempts);
        // An error page of the site says more than a proxy's.
        const lede = textAt(".broken .lede");
        if (!lede) return failWith();
        return failWith(failureToast(lede, textAt(".broken h1")));
      }
      return readRefusal(form, element, status, page);
    } catch {
      return failWith();
    } finally {
      // The form has been marked as being sent when it was submitted.
      for (const { dataset } of document.forms) delete dataset.sent;
    }
  };

const textOn = (page: Document) => (selector: string) =>
  page.querySelector(selector)?.textContent ?? "";

/** More may have been typed since the form was sent, and stays. */
function readRefusal(
  form: FormDefinition,
  element: HTMLFormElement,
  status: number,
  page: Document,
): Failure {
  const textAt = textOn(page);
  const read = (textOf: (name: string) => string) =>
    Object.fromEntries(
      Object.keys(form.fields)
        .map((name) => [name, textOf(name)] as const)
        .filter(([, text]) => text),
    );
  const valueAt = (name: string) =>
    page.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
  const fields = toFields(new FormData(element));
  for (const name of Object.keys(form.fields).map(askedName))
    fields[name] = valueAt(name);
  const { formId } = failureOf(form, fields, form.toasts.failed, status);
  const suggestions = read((name) => valueAt(fieldId(formId, name)));
  const [suggestion] = Object.values(suggestions);
  const toast = suggestion
    ? questionToast(suggestion)
    : failureToast(textAt("#toast-text"), textAt("#toast-title"));
  const errors = read((name) => textAt(`#${fieldErrorId(formId, name)}`));
  const problems = read((name) => textAt(`#${fieldProblemId(formId, name)}`));
  const said = { errors, problems, suggestions };
  return failureOf(form, fields, toast, status, said);
}

const valueOf = (elements: HTMLFormControlsCollection, name: string) =>
  (elements.namedItem(name) as HTMLInputElement | null)?.value;
