interface SubmitButtonProps {
  label: string;
  /** Replaces the label while the form is being sent. */
  sendingLabel: string;
  isSending: boolean;
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
        // A disabled button loses the focus, and a screen reader loses its place.
        aria-disabled={isSending || undefined}
        onClick={(event) => isSending && event.preventDefault()}
        aria-describedby={consentId}
        data-sending={sendingLabel}
      >
        {isSending ? sendingLabel : label}
      </button>
      {/* Screen readers do not announce a button's new label. Orca reads an
          empty element with the role status as "statusbar". */}
      <p aria-live="polite" className="hidden">
        {isSending ? sendingLabel : ""}
      </p>
    </>
  );
}
