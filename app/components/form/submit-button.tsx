interface SubmitButtonProps {
  label: string;
  /** Stands in its place while the form is being sent. */
  sendingLabel: string;
  isSending: boolean;
  /** The id of the line that says what pressing it means. */
  consentId: string;
}

export function SubmitButton({
  label,
  sendingLabel,
  isSending,
  consentId,
}: SubmitButtonProps) {
  return (
    <>
      <button
        // A button that is really disabled loses the focus, and with it the place
        // of whoever listens.
        aria-disabled={isSending || undefined}
        onClick={(event) => isSending && event.preventDefault()}
        aria-describedby={consentId}
        data-sending={sendingLabel}
      >
        {isSending ? sendingLabel : label}
      </button>
      {/* A screen reader says nothing of a button whose words change. Orca reads
          "statusbar" where an empty element has the role status. */}
      <p aria-live="polite" className="hidden">
        {isSending ? sendingLabel : ""}
      </p>
    </>
  );
}
