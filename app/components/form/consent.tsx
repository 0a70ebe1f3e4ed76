import { consent, paths } from "~/content/site";

/** One line that says what joining or sending means. */
export function Consent({ id, to }: { id: string; to: string }) {
  return (
    <p id={id} className="note">
      {to}
      <a href={paths.terms}>{consent.terms}</a>
      {consent.between}
      <a href={paths.privacy}>{consent.privacy}</a>
      {consent.after}
    </p>
  );
}
