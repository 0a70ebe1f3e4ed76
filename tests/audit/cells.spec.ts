import { expect } from "playwright/test";
import { findings, runAxe } from "./axe";
import { goThrough } from "./tab-order";
import { layoutProblems } from "./layout";
import { openPixels } from "./pixels";
import { screenshots } from "./results";
import { isReachable, modes, states } from "./states";
import { test } from "./visit";

const widths = [320, 1280];
const looks = ["default", "forced colours", "200 % text"] as const;

// The matrix: each state in each mode, width and look is a cell.
for (const state of states) {
  for (const mode of modes.filter((mode) => isReachable(state, mode))) {
    for (const width of widths) {
      for (const look of looks) {
        const name = [state.name, mode, `${width} px`, look].join(" | ");
        test(name, async ({ visit }, info) => {
          const { page } = await visit(state, mode, {
            // Of the styles that measuring brings, not of what the site has.
            bypassCSP: true,
            viewport: { width, height: width === 320 ? 640 : 800 },
            forcedColors: look === "forced colours" ? "active" : "none",
          });
          await page.evaluate((isLarge) => {
            if (isLarge) document.documentElement.style.fontSize = "200%";
            // To look at everything takes longer than a success stays.
            HTMLDialogElement.prototype.close = () => {};
          }, look === "200 % text");

          const screenshot = `${name.replace(/[^a-z0-9]+/gi, "-").replace(/^-/, "")}.jpg`;
          await page.screenshot({
            path: `${screenshots}/${screenshot}`,
            fullPage: true,
            type: "jpeg",
            quality: 35,
          });
          const axe = findings(await runAxe(page, look !== "forced colours"));
          const layout = await layoutProblems(page);
          const pixels = await openPixels(page.context());
          const keyboard = await goThrough(
            page,
            pixels.changes,
            `${state.path} ${mode} ${width} ${look}`,
          );
          const faint =
            look === "forced colours" ? [] : await pixels.faint(page);

          const problems = [
            ...axe.violations,
            ...layout,
            ...faint,
            ...keyboard.flatMap((stop) =>
              stop.problems.map((problem) => `${problem} (${stop.name})`),
            ),
          ];
          const cell = {
            state: state.name,
            mode,
            width,
            look,
            screenshot,
            axe,
            keyboard,
            problems,
          };
          await info.attach("cell", {
            contentType: "application/json",
            body: JSON.stringify(cell),
          });
          expect(problems).toEqual([]);
        });
      }
    }
  }
}
