import { isRouteErrorResponse } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { errorPages } from "~/content/errors";
import { failureToast, toastPath } from "~/forms/answer";
import type { Failure, Success, Toast } from "~/forms/answer";
import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { maximumBody } from "~/forms/limits";

/**
 * The client's half of a form's action: the same action without a page load.
 * An answer that does not arrive is a failure of the form, not an error page in
 * its place. The toast says what an error page would say.
 */
export const clientActionFor =
  <F extends Failure>(
    fail: (fields: Fields, toast: Toast, status: Failure["status"]) => F,
    { stored, failed }: { stored: Toast; failed: Toast },
  ) =>
  async ({
    request,
    serverAction,
  }: ClientActionFunctionArgs): Promise<F | Success> => {
    const fields = toFields(await request.clone().formData());
    const refuse = (status: number) => {
      const page = errorPages[status];
      const toast = page ? failureToast(page.text, page.heading) : failed;
      return fail(fields, toast, 503);
    };
    // The server refuses longer bodies, so none is sent.
    const { size } = await request.clone().blob();
    if (size > maximumBody) return refuse(413);
    try {
      return (await arrival(serverAction())) as F;
    } catch (thrown) {
      // A success redirects.
      if (thrown instanceof Response) {
        // The form has succeeded, even if the network or the cookie is lost.
        const lost = { toast: stored, idempotencyKey: "" };
        const told = await arrival(takeToast()).catch(() => ({}));
        return { id: Math.random(), ...lost, ...told };
      }
      return refuse(isRouteErrorResponse(thrown) ? thrown.status : 503);
    }
  };

async function takeToast(): Promise<Partial<Success>> {
  const answer = await fetch(toastPath);
  return answer.ok ? ((await answer.json()) as Partial<Success>) : {};
}

/**
 * Waits for an answer of the server. A page that comes back out of the browser's
 * back/forward cache has lost the answer that it was waiting for.
 */
const arrival = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) reject(new Error("The answer is lost."));
      });
    }),
  ]);
