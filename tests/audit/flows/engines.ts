import { isDeepStrictEqual } from "node:util";
import { engines, met, missingOf, modes } from "@kandi/auditor";
import type { Flow, Mode, Problem } from "@kandi/auditor";
import { launchHeadless } from "@kandi/auditor/browser";
import { forms } from "./forms";
import type { Form } from "./forms";
import { play } from "./play";
import type { Steps } from "./play";
import { stageOf } from "./stages";

const flows = {
  "a signup in the hero": forms.hero,
  "a message": forms.contact,
};

/** In CSS pixels. */
const widths = [320, 1280];

/** What an engine shows otherwise than Chromium. */
const unlike = (expected: Steps, seen: Steps) =>
  Object.entries(seen).flatMap(([step, is]) =>
    Object.entries(is)
      .map(([what, value]) => ({ what, value, should: expected[step]?.[what] }))
      .filter(({ value, should }) => !isDeepStrictEqual(value, should))
      .map(
        ({ what, value, should }) =>
          `${step}: ${what} is ${JSON.stringify(value)}, in Chromium ${JSON.stringify(should)}`,
      ),
  );

async function follow(mode: Mode, form: Form) {
  const { baseURL, supabase } = await stageOf("engines");
  const browser = await launchHeadless();
  const inChromium: Record<number, Steps> = {};
  const problems: Problem[] = [];
  const transcript: string[] = [];
  try {
    for (const { engine, programs, start } of engines) {
      if (missingOf(programs).length > 0) continue;
      const window = await start(mode, browser);
      transcript.push(`${engine} ${window.version}`);
      for (const width of widths) {
        const seen = await play(window, mode, baseURL, supabase, form, width);
        const expected = (inChromium[width] ??= seen.steps);
        for (const what of [...seen.problems, ...unlike(expected, seen.steps)])
          problems.push(met("engine", `${engine}, ${width} px: ${what}`));
      }
      await window.close();
    }
  } finally {
    await browser.close();
  }
  return { problems, transcript };
}

/** Each form, used by keyboard in each engine: the same as in Chromium. */
export const engineFlows: Flow[] = modes.flatMap((mode) =>
  Object.entries(flows).map(([name, form]) => ({
    program: "Chromium, Firefox and WebKit",
    mode,
    name,
    needs: engines.flatMap(({ programs }) => programs),
    // WebKit's driver may answer "unknown error" on a busy machine.
    again: 1,
    follow: () => follow(mode, form),
  })),
);
