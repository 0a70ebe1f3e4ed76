import type { ClientActionFunctionArgs } from "@remix-run/react";
import { errorPages } from "~/content/errors";
import { deliver } from "~/client/deliver";
import { failureToast, successToast, tooManyAttempts } from "~/forms/answer";
import type { Failure, Success } from "~/forms/answer";
import {
  failureOf,
  fieldErrorId,
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
      const { status, isStored, page } = await deliver(element);
      const textAt = (selector: string) =>
        page.querySelector(selector)?.textContent ?? "";
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
      const fields = toFields(new FormData(element));
      const { formId } = failureOf(form, fields, form.toasts.failed, 503);
      const errors = Object.keys(form.fields).flatMap((name) => {
        const error = textAt(`#${fieldErrorId(formId, name)}`);
        return error ? [[name, error] as const] : [];
      });
      return failureOf(
        form,
        fields,
        failureToast(text, title),
        status,
        Object.fromEntries(errors),
      );
    } catch {
      return failWith();
    } finally {
      // The form has been marked as being sent when it was submitted.
      for (const { dataset } of document.forms) delete dataset.sent;
    }
  };

const valueOf = (elements: HTMLFormControlsCollection, name: string) =>
  (elements.namedItem(name) as HTMLInputElement | null)?.value;
