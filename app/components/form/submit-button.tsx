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
    <button disabled={isSending} data-sending={sendingLabel}>
      {isSending ? sendingLabel : label}
    </button>
  );
}
