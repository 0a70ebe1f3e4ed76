import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { fetcherKey, useSubmission } from "~/components/form/use-submission";
import { idempotencyKeyName } from "~/forms/fields";

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
        if (isInPlace()) return;
        event.preventDefault();
        event.currentTarget.submit();
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
