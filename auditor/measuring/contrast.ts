import type { Picture } from "./picture";
import type { Painted } from "./text";

/** AAA's for text, large text included; AA's for parts of a control. */
const least = { text: 7, part: 3 };

const linear = Array.from({ length: 256 }, (_, value) =>
  value / 255 <= 0.04045
    ? value / 255 / 12.92
    : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

const luminance = (pixel: number) =>
  0.2126 * (linear[pixel & 255] ?? 0) +
  0.7152 * (linear[(pixel >> 8) & 255] ?? 0) +
  0.0722 * (linear[(pixel >> 16) & 255] ?? 0);

/** WCAG's contrast ratio of two pixels. */
export function contrast(one: number, other: number): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * Text and field borders with too little contrast.
 *
 * @param ground the page without its text
 */
export function faint(painted: Painted, { width, pixels }: Picture): string[] {
  const at = (x: number, y: number) =>
    pixels[Math.round(y) * width + Math.round(x)] ?? 0;
  const problems = new Set<string>();
  for (const { words, color, x, y, right, bottom, isField } of painted) {
    if (isField) {
      const middle = (y + bottom) / 2;
      const ratio = contrast(at(x + 1, middle), at(x - 4, middle));
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
      ...[...grounds].map((ground) => contrast(color, ground)),
    );
    if (lowest < least.text)
      problems.add(`1.4.6 "${words}": ${lowest.toFixed(2)}:1`);
  }
  return [...problems];
}
