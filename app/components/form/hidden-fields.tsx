import { honeypot } from "~/forms/fields";

/** Which rendered form a post comes from: a repeat is not a second one. */
export function IdempotencyKey({ value }: { value: string | undefined }) {
  return <input type="hidden" name="idempotency_key" value={value ?? ""} />;
}

/** Not displayed: no eye, screen reader or autofill meets it. */
export function Honeypot() {
  return (
    <div className="honeypot">
      <label>
        {honeypot.label}
        <input name={honeypot.name} autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}
