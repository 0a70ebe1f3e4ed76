import { useFetcher, useRouteLoaderData } from "@remix-run/react";
import type { RootData } from "~/components/page/page";
import type { Failure } from "~/forms/answer";

/**
 * The state of a page's forms, shared by all that ask for it: what is being sent
 * and what the last answer was. A page that is loaded anew after a success has
 * another idempotency key, and with it a submission that knows nothing yet.
 */
export function useSubmission<F extends Failure>() {
  // Undefined on an error page.
  const page = useRouteLoaderData("root") as RootData | undefined;
  const fetcher = useFetcher<F>({ key: page?.idempotencyKey });

  // After a success the fetcher holds what to say if the page does not arrive.
  const isReloading = fetcher.state === "loading";
  const answer = (fetcher.data ?? page?.failure) as F | undefined;
  const failure = isReloading ? undefined : answer;
  return {
    idempotencyKey: page?.idempotencyKey,
    /** The form that is being sent. */
    sent: fetcher.formData,
    failure,
    toast: isReloading ? undefined : (failure?.toast ?? page?.toast),
    toastId: failure?.id ?? page?.idempotencyKey,
  };
}
