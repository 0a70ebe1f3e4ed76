import { useRouteLoaderData } from "@remix-run/react";
import type { MouseEvent } from "react";
import { crew } from "~/content/landing";
import { productName } from "~/content/site";
import type { RootData } from "~/forms/answer";

/** Shown to a visitor who has just joined. */
export const Crew = () => (
  <div className="crew">
    <svg
      className="draw bracelet"
      width="290"
      height="290"
      viewBox="-290 -290 580 580"
      aria-hidden="true"
    >
      {/* The call to action draws it. */}
      <use href="#bracelet" />
    </svg>
    <p className="poster">{crew.heading}</p>
  </div>
);

/** Passes the site on; it stands in the toast of who is on the list. */
export function PassOn() {
  const { siteUrl } = useRouteLoaderData("root") as RootData;
  const title = encodeURIComponent(productName);
  const body = encodeURIComponent(`${crew.message} ${siteUrl}`);
  const href = `mailto:?subject=${title}&body=${body}`;

  const share = (event: MouseEvent) => {
    // Not every browser has it, and none without https.
    if (!("share" in navigator)) return;
    event.preventDefault();
    const sheet = { title: productName, text: crew.message, url: siteUrl };
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
