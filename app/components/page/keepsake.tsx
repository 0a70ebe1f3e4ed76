import { drawRing, plainBeads } from "~/client/bracelets";
import { usePage } from "~/components/page/page";
import { gift, keepsake } from "~/content/landing";
import { productName } from "~/content/constants";

/** A visitor on the list keeps this: a bracelet, and its link to give away. */
export function Keepsake() {
  const { siteUrl, keepsakeSheet, keepsakeScript } = usePage();
  const subject = encodeURIComponent(productName);
  const body = encodeURIComponent(`${keepsake.message} ${siteUrl}`);

  return (
    <div
      className="keepsake"
      data-heading={keepsake.heading}
      data-make={keepsake.make}
      data-loading={keepsake.loading}
      data-broken={keepsake.broken}
      data-script={keepsakeScript}
    >
      <link rel="stylesheet" media="screen" href={keepsakeSheet} />
      <div className="rings">
        {/* The script replaces it by the visitor's own. */}
        <div
          id="own"
          className="ring"
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: drawRing(plainBeads) }}
        />
        {/* A friend's, if their link brought the visitor here. */}
        <div id="friends" className="ring" aria-hidden="true" />
        {/* The script says here that it is the visitor's own: without one, the next page
            would show another. */}
        <p />
      </div>
      <div className="away">
        {/* A phone sends a message, another machine a mail. */}
        <a className="button" href={`sms:?&body=${body}`}>
          {keepsake.linkText}
          <em>{keepsake.ways.message}</em>
        </a>{" "}
        <a className="button" href={`mailto:?subject=${subject}&body=${body}`}>
          {keepsake.linkText}
          <em>{keepsake.ways.mail}</em>
        </a>
        <p>
          {siteUrl}
          <span />
        </p>
      </div>
    </div>
  );
}

/** The place of a bracelet that came in a friend's link; see `showGiftedBracelet`. */
export const Gift = () => <p id="gift" className="poster" data-line={gift} />;
