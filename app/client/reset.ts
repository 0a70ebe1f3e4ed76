import { useEffect, useRef } from "react";

/**
 * Empties a form once its page was loaded anew after a success, which is when
 * its idempotency key is another one. What was typed before the script arrived
 * stays.
 */
export function useReset(idempotencyKey: string | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const last = useRef(idempotencyKey);
  useEffect(() => {
    if (last.current !== idempotencyKey) form.current?.reset();
    last.current = idempotencyKey;
  }, [idempotencyKey]);
  return form;
}
