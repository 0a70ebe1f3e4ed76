import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

interface SubmitButtonProps {
  label: string;
  /** Stands in its place while the form is being sent. */
  sendingLabel: string;
  /** Whether a submission that is under way is this form's. */
  isMine: (form: FormData) => boolean;
}

export function SubmitButton({
  label,
  sendingLabel,
  isMine,
}: SubmitButtonProps) {
  const { formData } = useNavigation();
  const [abandoned, setAbandoned] = useState<FormData>();

  // A page that comes back out of the browser's cache has lost the answer that
  // it was waiting for.
  useEffect(() => {
    const restore = (event: PageTransitionEvent) => {
      if (event.persisted) setAbandoned(formData);
    };
    window.addEventListener("pageshow", restore);
    return () => window.removeEventListener("pageshow", restore);
  }, [formData]);

  const isSending =
    formData !== undefined && formData !== abandoned && isMine(formData);
  return (
    <button disabled={isSending} data-sending={sendingLabel}>
      {isSending ? sendingLabel : label}
    </button>
  );
}
