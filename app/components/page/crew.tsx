import { useRouteLoaderData } from "@remix-run/react";
import type { CSSProperties, MouseEvent } from "react";
import { giftOf, strandOf } from "~/client/gift";
import { crew, gift } from "~/content/landing";
import { productName } from "~/content/site";
import type { RootData } from "~/forms/answer";

interface CrewProps {
  /** The visitor's own bracelet, which a script draws by lot. */
  beads: string | undefined;
}

/** Shown to a visitor who has just joined, in place of the form. */
export function Crew({ beads }: CrewProps) {
  const own = beads && ({ "--own": strandOf(beads) } as CSSProperties);
  return (
    <div className="crew">
      <div className="kandi strung" style={own || undefined} />
      <p className="poster">{crew.heading}</p>
    </div>
  );
}

/** Passes the site on; it stands in the toast of who is on the list. */
export function PassOn({ beads }: CrewProps) {
  const { siteUrl } = useRouteLoaderData("root") as RootData;
  const url = beads ? siteUrl + giftOf(beads) : siteUrl;
  const title = encodeURIComponent(productName);
  const body = encodeURIComponent(`${crew.message} ${url}`);
  const href = `mailto:?subject=${title}&body=${body}`;

  const share = (event: MouseEvent) => {
    // Not every browser has it, and none without https.
    if (!("share" in navigator)) return;
    event.preventDefault();
    const sheet = { title: productName, text: crew.message, url };
    // Closing the sheet rejects the promise.
    navigator.share(sheet).catch(() => undefined);
  };

  return (
    <p>
      <a className="button" href={href} onClick={share}>
        {crew.linkText}
      </a>
    </p>
  );
}

/** The place of a bracelet that came in a friend's link; see `hangGift`. */
export const Gift = () => (
  <p
    id="gift"
    className="kandi strung"
    data-line={gift}
    dangerouslySetInnerHTML={{ __html: "" }}
  />
);
