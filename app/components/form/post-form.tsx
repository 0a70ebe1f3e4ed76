import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { IdempotencyKey } from "~/components/form/hidden-fields";
import { useInPlace } from "~/components/form/use-in-place";
import { useSubmission } from "~/components/form/use-submission";
import type { Failure } from "~/forms/answer";

interface PostFormProps {
  className?: string;
  action: string;
  /** The refusal of this very form. */
  failure: Failure | undefined;
  children: ReactNode;
}

/** A form that is posted without a page load where there is a script. */
export function PostForm({
  className,
  action,
  failure,
  children,
}: PostFormProps) {
  const { idempotencyKey } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const isInPlace = useInPlace();

  // The form that was stored is emptied and stays: a screen reader loses its
  // place when the node that has the focus is replaced.
  const shown = useRef(idempotencyKey);
  useEffect(() => {
    if (shown.current === idempotencyKey) return;
    shown.current = idempotencyKey;
    form.current?.reset();
  }, [idempotencyKey]);

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
      fetcherKey={idempotencyKey}
      onSubmit={(event) => {
        if (isInPlace()) return;
        event.preventDefault();
        event.currentTarget.submit();
      }}
    >
      <IdempotencyKey value={failure?.idempotencyKey ?? idempotencyKey} />
      {children}
    </Form>
  );
}
