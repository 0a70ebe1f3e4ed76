import type { Place, Problem } from "../finding";
import { broken } from "../rules";
import { contrast } from "./pixels";
import type { Picture } from "./pixels";
import type { Painted } from "./text";

type Line = Omit<Painted[number], "element">;

/** Each line of text and each border whose contrast is low, and how low. */
export const faint = <Seen extends Line>(
  painted: Seen[],
  page: Picture,
  ground: Picture,
) =>
  painted.flatMap((line) => {
    const ratio = line.isField
      ? borderContrast(line, ground)
      : textContrast(line, page, ground);
    return ratio === undefined ? [] : [{ ...line, ratio }];
  });

/** What a line's contrast falls short of. */
export function contrastProblems(
  line: Line & Place & { ratio: number },
): Problem[] {
  const { isField, isLarge, ratio, words, selector, html } = line;
  // 4.499 is below 4.5.
  const what = `${isField ? "Its border" : `"${words}"`} has a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
  const [least, enhanced] = isField ? [3, 0] : isLarge ? [3, 4.5] : [4.5, 7];
  const rule =
    ratio < least
      ? isField
        ? "border-contrast"
        : "contrast"
      : ratio < enhanced
        ? "contrast-enhanced"
        : !isField && ratio < 7
          ? "contrast-large"
          : undefined;
  return rule ? [broken(rule, what, { selector, html })] : [];
}

/** The lowest contrast of a text with the pixels behind its letters. */
function textContrast(line: Line, page: Picture, ground: Picture) {
  const { width, pixels } = ground;
  const seen = new Map<number, number>();
  const to = Math.min(line.right, width);
  for (let y = Math.max(0, Math.floor(line.y)); y < line.bottom; y++) {
    for (let x = Math.max(0, Math.floor(line.x)); x < to; x++) {
      const [is, was] = [page.pixels[y * width + x], pixels[y * width + x]];
      if (was === undefined || is === undefined || is === was) continue;
      seen.set(was, (seen.get(was) ?? 0) + 1);
    }
  }
  const ratios = [...seen]
    .map(([behind, count]) => {
      const color = blend(line.color, behind, line.alpha);
      return { count, ratio: contrast(color, behind) };
    })
    .sort((one, other) => one.ratio - other.ratio);
  // A few pixels are the ends of a letter over an edge.
  let left = ratios.reduce((sum, { count }) => sum + count, 0) / 50 + 2;
  return ratios.find(({ count }) => (left -= count) < 0)?.ratio;
}

/** A color as it looks before another one. */
const blend = (color: number, behind: number, alpha: number) =>
  [0, 8, 16].reduce((mixed, shift) => {
    const [own, other] = [(color >> shift) & 255, (behind >> shift) & 255];
    return mixed | (Math.round(own * alpha + other * (1 - alpha)) << shift);
  }, 0);

/** The highest contrast at the middle of any side of a field. */
function borderContrast(line: Line, { width, pixels }: Picture) {
  const at = (x: number, y: number) =>
    x < 0 || x > width - 1
      ? undefined
      : pixels[Math.round(y) * width + Math.round(x)];
  const { x, y, right, bottom } = line;
  const [middleX, middleY] = [(x + right) / 2, (y + bottom) / 2];
  // A border of one pixel may lie on either side of a fraction.
  const ratios = [-1, 0, 1].flatMap((inwards) =>
    [
      [at(x + inwards, middleY), at(x - 4, middleY)],
      [at(right - 1 - inwards, middleY), at(right + 4, middleY)],
      [at(middleX, y + inwards), at(middleX, y - 4)],
      [at(middleX, bottom - 1 - inwards), at(middleX, bottom + 4)],
    ].flatMap(([edge, beside]) =>
      edge === undefined || beside === undefined
        ? []
        : [contrast(edge, beside)],
    ),
  );
  return ratios.length > 0 ? Math.max(...ratios) : undefined;
}
