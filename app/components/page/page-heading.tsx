import type { PropsWithChildren } from "react";
import { Cuff } from "~/components/beads/beads";

interface PageHeadingProps {
  heading: string;
  intro: string;
}

/** The heading of every page but the landing page, in letter beads. */
export function PageHeading({
  heading,
  intro,
  children,
}: PropsWithChildren<PageHeadingProps>) {
  return (
    <div className="head">
      <h1 className="cuff">
        <span className="hidden">{heading}</span>
        <Cuff words={heading.split(" ")} />
      </h1>
      <div className="wrap">
        <p className="lede">{intro}</p>
        {children}
      </div>
    </div>
  );
}
