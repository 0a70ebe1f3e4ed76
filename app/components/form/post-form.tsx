import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useInPlace } from "~/components/form/use-in-place";
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
