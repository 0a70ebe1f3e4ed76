import {
  Form,
  useActionData,
  useFetcher,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { takeSuggestion } from "~/client/deliver";
import type { Pressed } from "~/client/deliver";
import type { Failure, RootData, Success } from "~/forms/answer";
import { idempotencyKeyName } from "~/forms/definition";

interface PostFormProps {
  className?: string;
  action: string;
  children: ReactNode;
}

/** A form that posts without a page load once React has loaded. */
export function PostForm({ className, action, children }: PostFormProps) {
  const { idempotencyKey, success } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const isInPlace = useInPlace();

  // A stored form is reset, not replaced: a screen reader loses its place when
  // the focused node is replaced.
  useEffect(() => {
    if (success) form.current?.reset();
  }, [success]);

  return (
    <Form
      ref={form}
      className={className}
      // Firefox announces a form as invalid while a required field is empty.
      role="none"
      method="post"
      action={action}
      navigate={false}
      // Remix would fetch the route's manifest, which the page already has.
      discover="none"
      fetcherKey={fetcherKey}
      onSubmit={(event) => {
        const form = event.currentTarget;
        // It is being sent.
        if ("sent" in form.dataset) event.preventDefault();
        // A second click comes before the client action.
        else if (isInPlace()) form.dataset.sent = "";
        else {
          event.preventDefault();
          // This sends no button.
          takeSuggestion(
            (event.nativeEvent as SubmitEvent).submitter as Pressed,
          );
          form.submit();
        }
      }}
    >
      {/* Identifies the rendered form, so that a repeated post is stored once. */}
      <input
        type="hidden"
        name={idempotencyKeyName}
        value={idempotencyKey ?? ""}
      />
      {children}
    </Form>
  );
}

/**
 * Returns a check that the page's elements are where React left them. React throws
 * when it changes one that an extension has moved or removed:
 * https://github.com/facebook/react/issues/11538. Added elements and translated
 * texts do no harm.
 */
function useInPlace(): () => boolean {
  const places = useRef<[Element, Element | null][]>([]);
  useEffect(() => {
    const elements = [...document.querySelectorAll("main, main *")];
    places.current = elements.map((element) => [
      element,
      element.parentElement,
    ]);
  });
  return () =>
    places.current.every(
      ([element, parent]) =>
        element.isConnected && element.parentElement === parent,
    );
}

/** All forms of a page share one fetcher. */
const fetcherKey = "form";

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
