import {
  useActionData,
  useFetcher,
  useRouteLoaderData,
} from "@remix-run/react";
import type { Failure, RootData, Success } from "~/forms/answer";

/** All forms of a page share one fetcher. */
export const fetcherKey = "form";

/**
 * The shared state of a page's forms: what is being sent, and the last answer,
 * from the fetcher or else from the document's own action.
 */
export function useSubmission() {
  // Undefined on an error page.
  const page = useRouteLoaderData("root") as RootData | undefined;
  const refused = useActionData() as Failure | undefined;
  const { data, formData, state } = useFetcher({ key: fetcherKey });
  const answer = (data ?? refused) as Failure | Success | undefined;
  return {
    idempotencyKey: answer?.idempotencyKey ?? page?.idempotencyKey,
    // The fetcher keeps formData for a moment after the answer.
    sent: state === "submitting" ? formData : undefined,
    failure: answer?.kind === "failure" ? answer : undefined,
    success: answer?.kind === "success" ? answer : undefined,
    toast: answer?.toast ?? page?.toast,
    toastId: answer?.id ?? page?.idempotencyKey,
  };
}
