import { rmSync } from "node:fs";
import { temporaryFolder } from "../programs";
import { sendInLynx } from "./lynx";
import type { Visit } from "./terminal";
import { sendInW3m } from "./w3m";

export type TextBrowserName = "lynx" | "w3m";

interface TextBrowser {
  /** Fills in the form, sends it, and returns the answer's screen. */
  send: (visit: Visit) => Promise<string>;
  /** A field's line on the screen, with its text as the first group. */
  field: (label: string) => RegExp;
}

const underlined = (label: string) =>
  new RegExp(`^ *(?:${label} )?(.*?)_+ *$`, "gm");

const browsers: Record<TextBrowserName, TextBrowser> = {
  lynx: { send: sendInLynx, field: underlined },
  w3m: { send: sendInW3m, field: () => /\[(.*?) *\]$/gm },
};

export const textBrowsers = Object.keys(browsers) as TextBrowserName[];

export interface Answer {
  screen: string;
  /** The fields' values, line by line. */
  fields: string[];
}

/** Fills in and sends a form like a person at a keyboard. */
export async function sendByKeys(
  browser: TextBrowserName,
  visit: Omit<Visit, "home">,
): Promise<Answer> {
  const { send, field } = browsers[browser];
  const home = temporaryFolder();
  try {
    const screen = await send({ home, ...visit });
    const lines = screen.split("\n");
    const shown = lines.filter((line) => !line.includes(visit.honeypot));
    const fields = [...shown.join("\n").matchAll(field(visit.label))].map(
      ([, text = ""]) => text,
    );
    return { screen, fields };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
