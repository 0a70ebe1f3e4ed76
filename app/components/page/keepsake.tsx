import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import {
  drawBracelet,
  drawRing,
  plainBeads,
  ringBox,
} from "~/client/bracelets";
import { Letters } from "~/components/beads/beads";
import { callToAction, gift, keepsake } from "~/content/landing";
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
      <div className="rings ring">
        <Ring id="own" beads={plainBeads} />
        {/* A friend's, if their link brought the visitor here. */}
        <Ring id="friends" />
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

interface RingProps {
  id: string;
  beads?: string;
}

/** The script replaces these beads by the visitor's own. */
const Ring = ({ id, beads = "" }: RingProps) => (
  <svg
    id={id}
    className={beads ? undefined : "lot"}
    viewBox={ringBox}
    width={160}
    height={160}
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: drawRing(beads) }}
  />
);

/** The place of a bracelet that came in a friend's link; see `showGiftedBracelet`. */
export const Gift = () => (
  <p
    id="gift"
    className="lot"
    data-line={gift}
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);
