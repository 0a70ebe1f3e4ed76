import type { Page, TestInfo } from "playwright/test";
import { findings, runAxe } from "./axe";
import { goThrough, judge } from "./tab-order";
import { layoutProblems } from "./layout";
import { lookAt } from "./look";
import { attach, screenshots } from "../results";
import type { Markup, Mode, State } from "../site";

const widths = [320, 1280];
const looks = ["default", "forced colors", "200 % text"] as const;

/** Measures a state at every width and look: each is a cell of the matrix. */
export async function measureCells(
  page: Page,
  markup: Markup,
  state: State,
  mode: Mode,
  info: TestInfo,
): Promise<string[]> {
  const arrival = await page.evaluateHandle(() => document.activeElement);
  /** Scrolls the initially focused element into view in this window, too. */
  const arriveAgain = () =>
    arrival.evaluate((element) => {
      scrollTo(0, 0);
      (element as HTMLElement).blur();
      (element as HTMLElement).focus();
    });
  const found: string[] = [];
  for (const width of widths) {
    for (const look of looks) {
      await page.setViewportSize({ width, height: width === 320 ? 640 : 800 });
      await page.emulateMedia({
        forcedColors: look === "forced colors" ? "active" : "none",
      });
      await page.evaluate(
        (size) => {
          document.documentElement.style.fontSize = size;
        },
        look === "200 % text" ? "200%" : "",
      );
      await arriveAgain();
      const name = [state.name, mode, `${width} px`, look].join(" | ");
      const screenshot = `${name.replace(/[^a-z0-9]+/gi, "-").replace(/^-/, "")}.jpg`;
      const isForced = look === "forced colors";
      const axe = findings(await runAxe(page, !isForced));
      const layout = await layoutProblems(page, markup);
      await arriveAgain();
      const way = await goThrough(page, markup);
      await arriveAgain();
      const { focus, faint } = await lookAt(
        page,
        markup,
        `${screenshots}/${screenshot}`,
        !isForced,
      );
      const keyboard = judge(way, focus);
      const problems = [
        ...axe.violations,
        ...layout,
        ...faint,
        ...keyboard.flatMap((stop) =>
          stop.problems.map((problem) => `${problem} (${stop.name})`),
        ),
      ];
      found.push(...problems.map((problem) => `${name}: ${problem}`));
      await attach(info, "cell", {
        ...{ state: state.name, mode, width, look, screenshot },
        ...{ axe, keyboard, problems },
      });
    }
  }
  return found;
}
