import { isRouteErrorResponse } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { errorPages } from "~/content/errors";
import { failureToast, toastPath, tooManyAttempts } from "~/forms/answer";
import type { Failure, Success } from "~/forms/answer";
import { failureOf, maximumBody, toFields } from "~/forms/definition";
import type { FormDefinition } from "~/forms/definition";

/**
 * Runs a form's action without a page load. If no answer arrives, the form stays,
 * and a toast says what would otherwise replace it: the text of the error page.
 */
export const clientActionFor =
  (form: FormDefinition) =>
  async ({
    request,
    serverAction,
  }: ClientActionFunctionArgs): Promise<Failure | Success> => {
    const fields = toFields(await request.clone().formData());
    const refuse = (status: number) => {
      const page = errorPages[status];
      const toast =
        status === 429
          ? tooManyAttempts
          : page
            ? failureToast(page.text, page.heading)
            : form.toasts.failed;
      return failureOf(form, fields, toast, 503);
    };
    // The server refuses longer bodies, so none is sent.
    const { size } = await request.clone().blob();
    if (size > maximumBody) return refuse(413);
    try {
      return (await rejectIfRestored(serverAction())) as Failure;
    } catch (thrown) {
      // A success is a redirect.
      if (thrown instanceof Response) {
        // The form is stored, even if the network or the cookie is lost.
        const fallback = { toast: form.toasts.stored, idempotencyKey: "" };
        const fetched = await rejectIfRestored(fetchSuccess()).catch(
          () => ({}),
        );
        return { kind: "success", id: Math.random(), ...fallback, ...fetched };
      }
      return refuse(isRouteErrorResponse(thrown) ? thrown.status : 503);
    }
  };

async function fetchSuccess(): Promise<Partial<Success>> {
  const answer = await fetch(toastPath);
  return answer.ok ? ((await answer.json()) as Partial<Success>) : {};
}

/** A page restored from the back/forward cache never receives a pending answer. */
const rejectIfRestored = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) reject(new Error("The answer is lost."));
      });
    }),
  ]);
