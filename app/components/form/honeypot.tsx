import { honeypot } from "~/forms/honeypot";

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
