import type { Cell } from "../results";
import type { Mode, Site } from "../site";

export const modeInWords: Record<Mode, string> = {
  javascript: "with JavaScript",
  "no-javascript": "without JavaScript",
};

/** "/contact: stored" is "Contact page: stored". */
export const stateInWords = ({ pages }: Site, state: string) => {
  const [path = "", ...rest] = state.split(/(?=[: ])/);
  const page = pages[path];
  const words = rest.join("").replace(/^ (?=[A-Z])/, ", ");
  return page ? `${page} page${words}` : state;
};

export const cellInWords = ({ mode, width, look }: Omit<Cell, "state">) =>
  `${modeInWords[mode]}, ${width} px wide, ${look === "default" ? "usual look" : look}`;
