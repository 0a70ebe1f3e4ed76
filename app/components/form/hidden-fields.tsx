import { honeypot } from "~/forms/fields";

/** Identifies the rendered form, so that a repeated post is stored once. */
export function IdempotencyKey({ value }: { value: string | undefined }) {
  return <input type="hidden" name="idempotency_key" value={value ?? ""} />;
}

/** CSS hides it from eyes, screen readers and autofill. */
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
