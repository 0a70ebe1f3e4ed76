import { rmSync } from "node:fs";
import { temporaryFolder } from "../programs";
import { sendInLinks } from "./links";
import type { Screens, Visit } from "./links";
import { sendInLynx } from "./lynx";
import { sendInW3m } from "./w3m";

export type TextBrowserName = "lynx" | "w3m" | "links" | "elinks";

interface TextBrowser {
  /** Fills in the form and sends it. */
  send: (visit: Visit) => Promise<Screens>;
  /** A field's line on the screen, with its text as the first group. */
  field: (label: string) => RegExp;
}

const underlined = (label: string) =>
  new RegExp(`^ *(?:${label} )?(.*?)_+ *$`, "gm");

const browsers: Record<TextBrowserName, TextBrowser> = {
  lynx: { send: sendInLynx, field: underlined },
  w3m: { send: sendInW3m, field: () => /\[(.*?) *\]$/gm },
  links: { send: (visit) => sendInLinks("links", visit), field: underlined },
  elinks: { send: (visit) => sendInLinks("elinks", visit), field: underlined },
};

export const textBrowsers = Object.keys(browsers) as TextBrowserName[];

export interface Answer extends Screens {
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
    const { screen, later } = await send({ home, ...visit });
    const lines = screen.split("\n");
    const shown = lines.filter((line) => !line.includes(visit.honeypot));
    const fields = [...shown.join("\n").matchAll(field(visit.label))].map(
      ([, text = ""]) => text,
    );
    return { screen, later, fields };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
