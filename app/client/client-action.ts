import { isRouteErrorResponse } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { arrival } from "~/client/arrival";
import { errors } from "~/content/errors";
import { error } from "~/forms/answer";
import type { Failure, Toast } from "~/forms/answer";
import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { maximumBody } from "~/forms/limits";

let success: Toast | undefined;

/** The last success, once: a browser that refuses cookies has no other news of it. */
export function takeSuccess(): Toast | undefined {
  const toast = success;
  success = undefined;
  return toast;
}

/**
 * The client's half of a form's action: the same action without a page load.
 * An answer that does not arrive is a failure of the form, not an error page in
 * its place. The toast says what an error page would say.
 */
export const clientActionFor =
  <F extends Failure>(
    fail: (fields: Fields, toast: Toast, status: Failure["status"]) => F,
    failed: Toast,
    stored: (fields: Fields) => Toast,
  ) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const fields = toFields(await request.clone().formData());
    const refuse = (status: number) => {
      const page = errors[status];
      const toast = page ? error(page.text, page.heading) : failed;
      return fail(fields, toast, 503);
    };
    // The server would not read it; the network is spared what is in vain.
    const { size } = await request.clone().blob();
    if (size > maximumBody) return refuse(413);
    try {
      return await arrival(serverAction<F>());
    } catch (thrown) {
      // A success redirects. Its page is loaded anew, and forgets the form.
      if (thrown instanceof Response) {
        success = stored(fields);
        return null;
      }
      return refuse(isRouteErrorResponse(thrown) ? thrown.status : 503);
    }
  };
