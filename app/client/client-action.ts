import { isRouteErrorResponse } from "@remix-run/react";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { errors } from "~/content/errors";
import { error } from "~/forms/answer";
import type { Toast } from "~/forms/answer";
import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { maximumBody } from "~/forms/limits";

/**
 * The client's half of a form's action: the same action without a page load.
 * Whatever keeps its answer from arriving is a failure of the form's own, not
 * an error page in its place; what an error page would say, the toast says.
 */
export const clientActionFor =
  <Failure>(lost: (fields: Fields, toast?: Toast) => Failure) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const fields = toFields(await request.clone().formData());
    const refuse = ({ heading, text }: (typeof errors)[number]) =>
      lost(fields, error(text, heading));
    // The server would not read it; the network is spared what is in vain.
    const isTooLong = (await request.clone().blob()).size > maximumBody;
    if (isTooLong && errors[413]) return refuse(errors[413]);
    try {
      return await serverAction<Failure>();
    } catch (thrown) {
      // The redirect of a success.
      if (thrown instanceof Response) throw thrown;
      const page = isRouteErrorResponse(thrown) && errors[thrown.status];
      return page ? refuse(page) : lost(fields);
    }
  };
