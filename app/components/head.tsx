import type { PropsWithChildren } from "react";
import { Beams } from "~/components/beams";
import { Cuff } from "~/components/cuff";

interface HeadProps {
  heading: string;
  intro: string;
}

/** How every page but the landing page begins: its name in letter beads. */
export function Head({
  heading,
  intro,
  children,
}: PropsWithChildren<HeadProps>) {
  return (
    <div className="head">
      <Beams />
      <h1 className="cuff" aria-label={heading}>
        <Cuff words={heading.split(" ")} />
      </h1>
      <div className="wrap">
        <p className="lede">{intro}</p>
        {children}
      </div>
    </div>
  );
}
