import { expect } from "playwright/test";
import { test } from "../support/fixtures/test";

/** As app/styles/tokens.css has them. */
const night = "8,11,25,255";
const ivory = "255,248,236,255";

for (const path of [
  "/apple-touch-icon.png",
  "/icon-512.png",
  "/icon-maskable.png",
]) {
  test(`${path} is the letter's bead in the middle of a whole square`, async ({
    page,
  }) => {
    await page.goto("/support");
    const { margins, middle, circle } = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      const { width } = image;
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = width;
      const context = canvas.getContext("2d");
      if (!context) throw new Error("There is no canvas.");
      context.drawImage(image, 0, 0);
      const at = (x: number, y: number) =>
        context.getImageData(x * width, y * width, 1, 1).data.join();
      const steps = Array.from({ length: 64 }, (_, step) => step / 64);
      return {
        // Nothing is drawn above and below the bead, and no corner is cut.
        margins: [...new Set(steps.flatMap((x) => [at(x, 0.05), at(x, 0.95)]))],
        middle: steps.map((y) => at(0.3, 0.3 + y * 0.4)),
        // Where a mask may cut, there is no letter.
        circle: steps.map((turn) =>
          at(
            0.5 + 0.4 * Math.cos(2 * Math.PI * turn),
            0.5 + 0.4 * Math.sin(2 * Math.PI * turn),
          ),
        ),
      };
    }, path);
    expect(margins).toEqual([night]);
    expect(middle).toContain(ivory);
    if (path === "/icon-maskable.png") expect(circle).not.toContain(ivory);
  });
}
