import { Bead } from "~/components/beads/beads";
import type { ReactNode } from "react";

// One drawing a feature and a step: a line of string, and beads on it.

/** Says nothing that the words beside it do not. */
export function Drawing({ of: lines }: { of: ReactNode }) {
  return (
    <svg
      className="draw"
      width="160"
      height="160"
      viewBox="0 0 400 400"
      fill="none"
      stroke="currentColor"
      strokeWidth="9"
      aria-hidden="true"
    >
      {lines}
    </svg>
  );
}

/** A step's drawing hangs from its bead where that is above it. */
const Thread = ({ to }: { to: string }) => (
  <path className="thread" d={`M${to}`} />
);

const genreMatching = (
  <>
    <path d="M20 200C80 60 140 60 200 200S320 340 380 200M20 200C80 340 140 340 200 200S320 60 380 200" />
    <Bead shape="round" color="lemon" at="translate(200 200) scale(1.4)" />
    <Bead shape="pony" color="aqua" at="translate(110 95)" />
    <Bead shape="pony" color="pink" at="translate(110 305)" />
    <Bead shape="pony" color="pink" at="translate(290 95)" />
    <Bead shape="pony" color="aqua" at="translate(290 305)" />
  </>
);

const festivalConnections = (
  <>
    <path d="M10 345H390M30 345 100 170 170 345M100 345V270M100 170V110l50 18-50 18M190 345 290 130 390 345M290 345V250M290 130V60l56 20-56 20M100 170Q180 285 290 130" />
    <Bead shape="pony" color="orange" at="translate(137 207) rotate(28)" />
    <Bead shape="round" color="aqua" at="translate(185 219)" />
    <Bead shape="pony" color="lilac" at="translate(233 195) rotate(-40)" />
  </>
);

const plurValues = (
  <>
    <path d="M200 355C60 255 25 185 50 120 80 50 170 55 200 135 230 55 320 50 350 120 375 185 340 255 200 355Z" />
    <Bead shape="round" color="pink" at="translate(200 135) scale(1.2)" />
    <Bead shape="round" color="lemon" at="translate(43 165) scale(1.2)" />
    <Bead shape="round" color="aqua" at="translate(357 165) scale(1.2)" />
    <Bead shape="round" color="lilac" at="translate(200 355) scale(1.2)" />
  </>
);

const buildYourCrew = (
  <>
    <path d="M20 340C20 210 140 210 140 340M260 340C260 210 380 210 380 340M125 340C125 160 275 160 275 340M20 340Q200 400 380 340" />
    <Bead shape="round" color="orange" at="translate(80 190) scale(1.35)" />
    <Bead shape="round" color="lime" at="translate(200 135) scale(1.6)" />
    <Bead shape="round" color="pink" at="translate(320 190) scale(1.35)" />
    <Bead shape="pony" color="aqua" at="translate(110 362) rotate(6)" />
    <Bead shape="pony" color="lemon" at="translate(200 370)" />
    <Bead shape="pony" color="lilac" at="translate(290 362) rotate(-6)" />
  </>
);

const signUp = (
  <>
    <Thread to="200 0V105" />
    <path d="M45 105H355V305H45ZM45 105 200 230 355 105" />
    <Bead shape="round" color="pink" at="translate(200 235) scale(1.5)" />
  </>
);

const getMatched = (
  <>
    <Thread to="200 0V90" />
    <circle cx="140" cy="200" r="112" />
    <circle cx="260" cy="200" r="112" />
    <Bead shape="round" color="lemon" at="translate(200 106)" />
    <Bead shape="round" color="lemon" at="translate(200 294)" />
    <Bead shape="pony" color="aqua" at="translate(28 200) rotate(90)" />
    <Bead shape="pony" color="pink" at="translate(372 200) rotate(90)" />
  </>
);

const connect = (
  <>
    <Thread to="200 0V70" />
    <path d="M30 70H270V230H130L80 280V230H30ZM310 150H370V300H325V350L275 300H170V275" />
    <Bead shape="round" color="aqua" at="translate(85 150)" />
    <Bead shape="round" color="lemon" at="translate(150 150)" />
    <Bead shape="round" color="pink" at="translate(215 150)" />
  </>
);

const raveTogether = (
  <>
    <Thread to="200 0V20" />
    <path d="M60 130Q70 240 130 255 190 240 200 130 210 240 270 255 330 240 340 130M130 255V370M270 255V370M200 20V60M110 35 130 70M290 35 270 70" />
    <Bead shape="round" color="orange" at="translate(130 180) scale(1.3)" />
    <Bead shape="round" color="lilac" at="translate(270 180) scale(1.3)" />
    <Bead shape="pony" color="lime" at="translate(200 132) rotate(90)" />
  </>
);

export const featureDrawings = [
  genreMatching,
  festivalConnections,
  plurValues,
  buildYourCrew,
];
export const stepDrawings = [signUp, getMatched, connect, raveTogether];
