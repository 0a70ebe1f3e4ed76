import { expect } from "playwright/test";

/** The commands used here, with their HTTP methods and paths. */
export const commands = {
  NewSession: "POST ",
  Navigate: "POST /url",
  SetWindowRect: "POST /window/rect",
  ExecuteScript: "POST /execute/sync",
  PerformActions: "POST /actions",
  TakeScreenshot: "GET /screenshot",
} as const;

export type Send = (
  command: keyof typeof commands,
  parameters?: Record<string, unknown>,
) => Promise<unknown>;

/** A window in one mode, used by keyboard. */
export interface Window {
  version: string;
  /** Opens a page in a viewport of a width in CSS pixels. */
  open: (url: string, width: number) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** Types on the focused element; a line break is the Enter key. */
  type: (text: string) => Promise<void>;
  /** Runs a function in the page. It cannot use anything from outside. */
  evaluate: <Result, Given>(
    run: (given: Given) => Result,
    given?: Given,
  ) => Promise<Result>;
  /** Takes a PNG of the viewport, in base64. */
  screenshot: () => Promise<string>;
  close: () => Promise<void>;
}

/** WebDriver's code points for keys without a character. */
const codePoints = { Tab: "\uE004", Enter: "\uE007" };
export type Key = keyof typeof codePoints;

/** The viewport's, in CSS pixels. */
export const height = 640;

const strokes = (text: string) => ({
  actions: [
    {
      type: "key",
      id: "keyboard",
      actions: [...text.replaceAll("\n", codePoints.Enter)].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    },
  ],
});

/** A window of an engine that speaks WebDriver, over any transport. */
export async function openWindow(
  send: Send,
  capabilities: Record<string, unknown>,
) {
  const session = await send("NewSession", {
    capabilities: { alwaysMatch: capabilities },
  });
  const { browserVersion } = (
    session as { capabilities: { browserVersion: string } }
  ).capabilities;
  return {
    version: browserVersion,
    press: async (key: Key) => {
      await send("PerformActions", strokes(codePoints[key]));
    },
    type: async (text: string) => {
      await send("PerformActions", strokes(text));
    },
    evaluate: async <Result, Given>(
      run: (given: Given) => Result,
      given?: Given,
    ) => {
      // An element is no JSON: a framework may have tied a circle to it.
      const script = `
        const __name = (named) => named;
        const isPlain = (key, value) => (value instanceof Node ? undefined : value);
        return JSON.stringify((${String(run)})(...arguments), isPlain)`;
      const text = await send("ExecuteScript", { script, args: [given] });
      return JSON.parse(text as string) as Result;
    },
    screenshot: async () =>
      (await send("TakeScreenshot", { full: false })) as string,
  };
}

/** Waits for something that another program does. */
export async function eventually<Result>(
  attempt: () => Result | Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  await expect(async () => {
    result = await attempt();
  }).toPass({ intervals: [50, 100, 250, 500, 1000], timeout: 90_000 });
  return result as Result;
}
