import { isRouteErrorResponse } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { arrival } from "~/client/arrival";
import { errors } from "~/content/errors";
import { error } from "~/forms/answer";
import type { Failure, Toast } from "~/forms/answer";
import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";

/**
 * The client's half of a form's action: the same action without a page load.
 * An answer that does not arrive is a failure of the form, not an error page in
 * its place. The toast says what an error page would say.
 *
 * A success is answered with a failure, too: its page is loaded anew and forgets
 * it (useSubmission), unless the network goes away just then.
 */
export const clientActionFor =
  <F extends Failure>(
    fail: (fields: Fields, toast: Toast, status: Failure["status"]) => F,
    failed: Toast,
  ) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const fields = toFields(await request.clone().formData());
    try {
      return await arrival(serverAction<F>());
    } catch (thrown) {
      const page = isRouteErrorResponse(thrown) && errors[thrown.status];
      const toast = page ? error(page.text, page.heading) : failed;
      return fail(fields, toast, 503);
    }
  };
