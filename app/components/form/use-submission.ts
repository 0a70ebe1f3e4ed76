import {
  useActionData,
  useFetcher,
  useRouteLoaderData,
} from "@remix-run/react";
import type { RootData } from "~/components/page/page";
import type { Failure, Success } from "~/forms/answer";

/** One fetcher sends all forms of a page. */
export const fetcherKey = "form";

/**
 * The state of a page's forms, shared by all that ask for it: what is being sent
 * and what the last answer was, to the script or else to the document.
 */
export function useSubmission<F extends Failure>() {
  // Undefined on an error page.
  const page = useRouteLoaderData("root") as RootData | undefined;
  const refused = useActionData() as F | undefined;
  const { data, formData } = useFetcher({ key: fetcherKey });
  const answer = (data ?? refused) as F | Success | undefined;
  const isRefused = answer !== undefined && "status" in answer;
  return {
    idempotencyKey: answer?.idempotencyKey ?? page?.idempotencyKey,
    /** The form that is being sent. */
    sent: formData,
    failure: isRefused ? answer : undefined,
    success: isRefused ? undefined : answer,
    toast: answer?.toast ?? page?.toast,
    toastId: answer?.id ?? page?.idempotencyKey,
  };
}
