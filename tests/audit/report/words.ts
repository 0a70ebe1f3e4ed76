import { pages } from "~/content/pages";
import type { Observation } from "../observe";
import type { Cell } from "../results";
import type { Mode } from "../states";

export const modeInWords: Record<Mode, string> = {
  javascript: "with JavaScript",
  "no-javascript": "without JavaScript",
};

/** "/contact: stored" is "Contact page: stored". */
export const stateInWords = (state: string) => {
  const [path = "", ...rest] = state.split(/(?=[: ])/);
  const page = Object.values(pages).find((page) => page.path === path);
  const words = rest.join("").replace(/^ (?=[A-Z])/, ", ");
  return page ? `${page.label} page${words}` : state;
};

export const cellInWords = ({ mode, width, look }: Omit<Cell, "state">) =>
  `${modeInWords[mode]}, ${width} px wide, ${look === "default" ? "usual look" : look}`;

/** The aspects in which both modes are compared. */
export const observedInWords: Record<keyof Observation, string> = {
  status: "HTTP status",
  url: "Address",
  title: "Title",
  toast: "Toast",
  summary: "Links of the error summary",
  focused: "What has the focus",
  first: "First words of the content",
  inSight: "The outcome is in sight",
  fields: "Fields, with their messages",
  buttons: "Buttons",
  tree: "What assistive technology is given",
  rows: "Rows in the database",
};
