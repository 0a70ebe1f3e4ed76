import { honeypot } from "~/forms/fields";

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
