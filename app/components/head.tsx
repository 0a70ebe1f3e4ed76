import type { PropsWithChildren } from "react";
import { Beams } from "~/components/beams";

interface HeadProps {
  heading: string;
  intro: string;
}

/** How every page but the landing page begins: its name on a strand. */
export function Head({
  heading,
  intro,
  children,
}: PropsWithChildren<HeadProps>) {
  return (
    <div className="head">
      <Beams />
      <div className="wrap">
        <h1>{heading}</h1>
        <p className="lede">{intro}</p>
        {children}
      </div>
      <div className="strand" />
    </div>
  );
}
