import { Bead, Name } from "~/components/beads/beads";
import type { Color, Shape } from "~/components/beads/beads";

/** The right half of the hero's strand: x, y and turn of each bead. */
const half: [Shape, Color, number, number, number][] = [
  ["pony", "pink", 222, -16, -8],
  ["pony", "aqua", 261, -21, -9],
  ["disc", "ivory", 287, -26, -10],
  ["round", "lemon", 321, -32, -11],
  ["disc", "ivory", 355, -40, -13],
  ["pony", "aqua", 381, -46, -13],
  ["pony", "pink", 419, -55, -15],
  ["pony", "orange", 457, -66, -16],
  ["star", "ivory", 504, -80, -18],
  ["pony", "lime", 551, -95, -19],
  ["pony", "lilac", 588, -109, -20],
  ["disc", "ivory", 613, -118, -21],
  ["round", "pink", 645, -131, -22],
  ["disc", "ivory", 677, -144, -23],
  ["pony", "lilac", 702, -155, -24],
  ["pony", "lime", 737, -171, -25],
  ["pony", "lemon", 773, -188, -26],
  ["pony", "aqua", 808, -205, -27],
  ["star", "pink", 852, -228, -28],
  ["pony", "orange", 895, -252, -29],
  ["pony", "lemon", 929, -271, -30],
  ["disc", "ivory", 952, -285, -31],
  ["round", "aqua", 982, -303, -32],
  ["disc", "ivory", 1011, -321, -32],
  ["pony", "pink", 1033, -336, -33],
  ["pony", "lilac", 1066, -357, -34],
  ["pony", "orange", 1098, -379, -35],
  ["pony", "ivory", 1130, -401, -35],
  ["pony", "lime", 1162, -424, -36],
  ["pony", "pink", 1193, -447, -37],
  ["pony", "aqua", 1224, -471, -38],
  ["pony", "lemon", 1255, -495, -38],
];

/** The hero's heading: a name in letter beads that hang on a string. */
export function NameOnStrand({ id, name }: { id: string; name: string }) {
  return (
    <div className="name">
      <h1 id={id}>
        <Name name={name} />
      </h1>
      <Strand />
    </div>
  );
}

/** The string that the hero's letters hang on, beaded to both sides. */
export function Strand() {
  return (
    <svg
      width="560"
      height="112"
      viewBox="-1400 -420 2800 560"
      fill="none"
      aria-hidden="true"
    >
      <g id="half">
        <path className="string" d="M161-8Q780.5-71 1400-616" />
        {half.map(([shape, color, x, y, turn]) => (
          <Bead
            key={x}
            shape={shape}
            color={color}
            at={`translate(${x} ${y}) rotate(${turn})`}
          />
        ))}
      </g>
      <use href="#half" transform="scale(-1 1)" />
      <path className="string" d="M-170-10Q0 14 170-10" />
    </svg>
  );
}
