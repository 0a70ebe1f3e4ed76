import { consent, paths } from "~/content/site";

/** What sending a form means, in one line. */
export function Consent() {
  return (
    <p className="note">
      {consent.joining}
      <a href={paths.terms}>{consent.terms}</a>
      {consent.between}
      <a href={paths.privacy}>{consent.privacy}</a>
      {consent.after}
    </p>
  );
}
