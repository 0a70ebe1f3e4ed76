import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { IdempotencyKey } from "~/components/form/hidden-fields";
import { useInPlace } from "~/components/form/use-in-place";
import { fetcherKey, useSubmission } from "~/components/form/use-submission";

interface PostFormProps {
  className?: string;
  action: string;
  children: ReactNode;
}

/** A form that is posted without a page load where there is a script. */
export function PostForm({ className, action, children }: PostFormProps) {
  const { idempotencyKey, success } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const isInPlace = useInPlace();

  // The form that was stored is emptied and stays: a screen reader loses its
  // place when the node that has the focus is replaced.
  useEffect(() => {
    if (success) form.current?.reset();
  }, [success]);

  return (
    <Form
      ref={form}
      className={className}
      // Firefox calls a form invalid as long as a required field is empty.
      role="none"
      method="post"
      action={action}
      navigate={false}
      // The page has what its own form needs; Remix would ask for it once more.
      discover="none"
      fetcherKey={fetcherKey}
      onSubmit={(event) => {
        if (isInPlace()) return;
        event.preventDefault();
        event.currentTarget.submit();
      }}
    >
      <IdempotencyKey value={idempotencyKey} />
      {children}
    </Form>
  );
}
