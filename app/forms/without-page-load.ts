import type { ClientActionFunctionArgs } from "@remix-run/react";
import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";

/**
 * The client's half of a form's action: the same action without a page load.
 * Whatever keeps its answer from arriving is a failure of the form's own, not
 * an error page in its place.
 */
export const withoutPageLoad =
  <Failure>(lost: (fields: Fields) => Failure) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const fields = toFields(await request.clone().formData());
    try {
      return await serverAction<Failure>();
    } catch (thrown) {
      // The redirect of a success.
      if (thrown instanceof Response) throw thrown;
      return lost(fields);
    }
  };
