import { mail } from "~/content/site";
import type { ClauseAnswer } from "@kandi/auditor";
import type { FactName } from "../facts";

type Answer = ClauseAnswer<FactName>;

const answers = (clauses: string[], answer: Answer) =>
  Object.fromEntries(clauses.map((clause) => [clause, answer]));

/** What the site says about the clauses of EN 301 549 outside of WCAG. */
export const clauses: Record<string, Answer> = {
  ...answers(["4.2.1", "4.2.2", "4.2.3", "4.2.7", "4.2.10", "4.2.11"], {
    remark: "Chapter 9 is relevant to it. People who depend on it judge it.",
  }),
  ...answers(["4.2.4", "4.2.5"], {
    notApplicable: "There is nothing to hear: no audio and no video.",
    facts: ["there is no audio, video, picture or frame"],
  }),
  "4.2.6": {
    notApplicable: "Nothing requires a voice.",
    facts: ["nothing uses a microphone or a camera"],
  },
  "4.2.9": {
    notApplicable: "Nothing flashes.",
    facts: [
      "only place, rotation and outline are animated, not light or color",
    ],
  },
  "5.1": {
    notApplicable:
      "Visitors use the site with their own browser and assistive technology.",
  },
  "5.2": { notApplicable: "No feature has to be activated." },
  "5.3": {
    notApplicable: "There is no account and no login.",
    facts: [
      "there is no password and no puzzle",
      "nothing uses a microphone or a camera",
    ],
  },
  "5.4": { notApplicable: "The site converts no information." },
  ...answers(["4.2.8", "5.5.1", "5.5.2", "5.6.1", "5.6.2", "5.7", "5.8"], {
    notApplicable: "The site is not hardware.",
  }),
  "5.9": {
    notApplicable: "No two actions are needed at the same time.",
    facts: ["Escape is the only key with a listener"],
  },
  "12.1.1": {
    remark: "docs/accessibility.md says it; no statement is published yet.",
  },
  "12.1.2": {
    remark: "The support page is a page of the site: see chapter 9.",
  },
  ...answers(["12.2.2", "12.2.3", "12.2.4"], {
    remark: `The owner of the site judges how ${mail.support} answers.`,
  }),
};
