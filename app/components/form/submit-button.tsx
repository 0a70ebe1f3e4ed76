interface SubmitButtonProps {
  label: string;
  /** Stands in its place while the form is being sent. */
  sendingLabel: string;
  isSending: boolean;
}

export function SubmitButton({
  label,
  sendingLabel,
  isSending,
}: SubmitButtonProps) {
  return (
    <button
      // A button that is really disabled loses the focus, and with it the place
      // of whoever listens.
      aria-disabled={isSending || undefined}
      onClick={(event) => isSending && event.preventDefault()}
      data-sending={sendingLabel}
    >
      {isSending ? sendingLabel : label}
    </button>
  );
}
