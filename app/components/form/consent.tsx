import { consent, paths } from "~/content/site";

/** Says what the visitor accepts by joining or sending. */
export function Consent({ id, lead }: { id: string; lead: string }) {
  return (
    <p id={id} className="note">
      {lead}
      <a href={paths.terms}>{consent.terms}</a>
      {consent.between}
      <a href={paths.privacy}>{consent.privacy}</a>
      {consent.after}
    </p>
  );
}
