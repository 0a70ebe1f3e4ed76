import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { drawBracelet, drawRing, plainBeads } from "~/client/bracelets";
import { gift, keepsake } from "~/content/landing";
import { productName } from "~/content/site";
import type { RootData } from "~/forms/answer";

/** A visitor on the list keeps this: a bracelet, and its link to give away. */
export function Keepsake() {
  const { siteUrl } = useRouteLoaderData("root") as RootData;
  const subject = encodeURIComponent(productName);
  const body = encodeURIComponent(`${keepsake.message} ${siteUrl}`);

  // Before `useInPlace` looks at the page's elements.
  useEffect(drawBracelet, []);

  return (
    <div className="keepsake">
      <div className="rings">
        {/* The script replaces it by the visitor's own. */}
        <div
          id="own"
          className="ring"
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: drawRing(plainBeads) }}
        />
        {/* A friend's, if their link brought the visitor here. */}
        <div
          id="friends"
          className="lot ring"
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: "" }}
        />
        <p>
          {keepsake.heading} <span>{keepsake.rarity}</span>
        </p>
      </div>
      <div className="away">
        {/* A phone sends a message, another machine a mail. */}
        <a className="button" href={`sms:?&body=${body}`}>
          {keepsake.linkText}
        </a>
        <a className="button" href={`mailto:?subject=${subject}&body=${body}`}>
          {keepsake.linkText}
        </a>
        <p>
          {siteUrl}
          <span className="lot" dangerouslySetInnerHTML={{ __html: "" }} />
        </p>
      </div>
    </div>
  );
}

/** The place of a bracelet that came in a friend's link; see `showGiftedBracelet`. */
export const Gift = () => (
  <p
    id="gift"
    className="lot poster"
    data-line={gift}
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);
