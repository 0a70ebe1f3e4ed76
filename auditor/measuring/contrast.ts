import type { Place, Problem } from "../finding";
import { broken } from "../rules";
import { changes, contrast, type Picture } from "./pixels";
import type { Painted } from "./text";

type Line = Omit<Painted, "element"> & Place;

/**
 * Finds lines of text and borders of fields with too little contrast.
 *
 * @param halos the ground with the shadows of text
 */
export const contrastProblems = (
  lines: Line[],
  page: Picture,
  ground: Picture,
  halos: Picture,
): Problem[] =>
  lines.flatMap((line) => {
    const grounds = line.hasHalo ? [ground, halos] : [ground];
    const ratio = line.isField
      ? borderContrast(line, ground)
      : highest(grounds.map((behind) => textContrast(line, page, behind)));
    const rule = brokenBy(line, ratio);
    if (!rule) return [];
    const subject = line.isField ? "Its border" : `"${line.words}"`;
    // Rounding would show 4.499 as 4.5.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
    const what = `${subject} has a contrast of ${shown}:1`;
    return [{ ...broken(rule, what, line), ratio }];
  });

/** The rule that asks for more, if any does. */
function brokenBy({ isField, isLarge }: Line, ratio: number) {
  if (isField) return ratio < 3 && "border-contrast";
  const [least, enhanced] = isLarge ? [3, 4.5] : [4.5, 7];
  return ratio < least ? "contrast" : ratio < enhanced && "contrast-enhanced";
}

/** Of what could not be measured, which is 0, nothing is too low. */
const highest = (ratios: number[]) => Math.max(...ratios) || Infinity;

/** The lowest contrast of a text with the pixels behind its letters. */
function textContrast(line: Line, page: Picture, ground: Picture) {
  const seen = new Map<number, number>();
  for (const { was } of changes(ground, page, line))
    seen.set(was, (seen.get(was) ?? 0) + 1);
  const ratios = [...seen]
    .map(([behind, count]) => {
      const color = blend(line.color, behind, line.alpha);
      return { count, ratio: contrast(color, behind) };
    })
    .sort((one, other) => one.ratio - other.ratio);
  // A few pixels are the ends of a letter over an edge.
  let left = ratios.reduce((sum, { count }) => sum + count, 0) / 50 + 2;
  return ratios.find(({ count }) => (left -= count) < 0)?.ratio ?? 0;
}

/** A color as it looks before another one. */
const blend = (color: number, behind: number, alpha: number) =>
  [0, 8, 16].reduce((mixed, shift) => {
    const [own, other] = [(color >> shift) & 255, (behind >> shift) & 255];
    return mixed | (Math.round(own * alpha + other * (1 - alpha)) << shift);
  }, 0);

/** The highest contrast at the middle of any side of a field, with what is around it or in it. */
function borderContrast(line: Line, { width, pixels }: Picture) {
  const at = (x: number, y: number) =>
    x < 0 || x > width - 1
      ? undefined
      : pixels[Math.round(y) * width + Math.round(x)];
  const { x, y, right, bottom } = line;
  const [middleX, middleY] = [(x + right) / 2, (y + bottom) / 2];
  // A border of one pixel may lie on either side of a fraction.
  const pairs = [-1, 0, 1].flatMap((inwards) => [
    [at(x + inwards, middleY), at(x - 4, middleY)],
    [at(right - 1 - inwards, middleY), at(right + 4, middleY)],
    // A sign may stand in a field's left or right.
    ...[-4, 4].flatMap((away) => [
      [at(middleX, y + inwards), at(middleX, y + away)],
      [at(middleX, bottom - 1 - inwards), at(middleX, bottom - 1 + away)],
    ]),
  ]);
  const ratios = pairs.map(([edge, beside]) =>
    edge === undefined || beside === undefined ? 0 : contrast(edge, beside),
  );
  return highest(ratios);
}
