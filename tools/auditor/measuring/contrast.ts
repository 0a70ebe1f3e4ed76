import type { Painted } from "./text";

/** AAA's for text, large text included; AA's for parts of a control. */
export const least = { text: 7, part: 3 };

/** Runs in the lab. */
export function faint({
  painted,
  least,
}: {
  painted: Painted;
  least: { text: number; part: number };
}): string[] {
  const { width, pixels } = window.ground;
  const at = (x: number, y: number) =>
    pixels[Math.round(y) * width + Math.round(x)] ?? 0;
  const problems = new Set<string>();
  for (const { words, color, x, y, right, bottom, isField } of painted) {
    if (isField) {
      const middle = (y + bottom) / 2;
      const ratio = window.contrast(at(x + 1, middle), at(x - 4, middle));
      if (ratio < least.part)
        problems.add(`1.4.11 the border of ${words}: ${ratio.toFixed(2)}:1`);
      continue;
    }
    const grounds = new Set<number>();
    let last: number | undefined;
    for (let down = y; down < bottom; down++) {
      for (
        let across = Math.max(0, x);
        across < Math.min(right, width - 1);
        across++
      ) {
        const ground = at(across, down);
        if (ground !== last) grounds.add(ground);
        last = ground;
      }
    }
    const lowest = Math.min(
      ...[...grounds].map((ground) => window.contrast(color, ground)),
    );
    if (lowest < least.text)
      problems.add(`1.4.6 "${words}": ${lowest.toFixed(2)}:1`);
  }
  return [...problems];
}
