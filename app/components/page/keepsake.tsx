import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { draw, drawLot, plainBeads } from "~/client/bracelets";
import { Letters } from "~/components/beads/beads";
import { callToAction, gift, keepsake } from "~/content/landing";
import { productName } from "~/content/site";
import type { RootData } from "~/forms/answer";

/** What a visitor on the list keeps: a bracelet, and its link to give away. */
export function Keepsake() {
  const { siteUrl } = useRouteLoaderData("root") as RootData;
  const subject = encodeURIComponent(productName);
  const body = encodeURIComponent(`${keepsake.message} ${siteUrl}`);

  useEffect(drawLot, []);

  return (
    <div className="keepsake">
      <div className="rings">
        <Ring id="own" beads={plainBeads} />
        {/* A friend's, if their link brought the visitor here. */}
        <Ring id="friends" beads="" />
        <Letters word={callToAction.bracelet} />
        <p>
          {keepsake.heading} <span>{keepsake.rarity}</span>
        </p>
      </div>
      <div className="away">
        {/* A phone sends a message, another machine a mail. */}
        <a className="button" href={`sms:?&body=${body}`}>
          {keepsake.linkText}
        </a>
        <a
          className="button"
          href={`mailto:?subject=${subject}&body=${body}`}
        >
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

/** Eight beads are a third of a ring. */
function Ring({ id, beads }: { id: string; beads: string }) {
  return (
    <svg className="ring" viewBox="-180 -180 360 360" aria-hidden="true">
      <g
        id={id}
        className={beads ? undefined : "lot"}
        transform="rotate(7.5)"
        dangerouslySetInnerHTML={{ __html: draw(beads, 15) }}
      />
      <use href={`#${id}`} transform="rotate(120)" />
      <use href={`#${id}`} transform="rotate(240)" />
    </svg>
  );
}

/** The place of a bracelet that came in a friend's link; see `hangGift`. */
export const Gift = () => (
  <p
    id="gift"
    className="lot"
    data-line={gift}
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);
