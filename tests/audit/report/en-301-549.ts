import { mail } from "~/content/site";
import type { FactName } from "./checklist/check";

/** A clause without a WCAG criterion. */
export interface Clause {
  clause: string;
  name: string;
  /** Why it does not apply; absent if a person has to judge it. */
  notApplicable?: string;
  /** The facts that this rests on, if the site's sources show them. */
  facts?: readonly FactName[];
  /** What the person who judges it needs to know. */
  remark?: string;
}

const software = "The site is not hardware.";
const throughWcag =
  "Chapter 9 is relevant to it. People who depend on it judge it.";
const team = `The owner of the site judges how ${mail.support} answers.`;

/** EN 301 549 V3.2.1, clause 4.2: functional performance statements. */
export const performance: readonly Clause[] = [
  { clause: "4.2.1", name: "Usage without vision", remark: throughWcag },
  { clause: "4.2.2", name: "Usage with limited vision", remark: throughWcag },
  {
    clause: "4.2.3",
    name: "Usage without perception of colour",
    remark: throughWcag,
  },
  ...["Usage without hearing", "Usage with limited hearing"].map(
    (name, index): Clause => ({
      clause: `4.2.${4 + index}`,
      name,
      notApplicable: "There is nothing to hear: no audio and no video.",
      facts: ["there is no audio, video, picture or frame"],
    }),
  ),
  {
    clause: "4.2.6",
    name: "Usage with no or limited vocal capability",
    notApplicable: "Nothing requires a voice.",
    facts: ["nothing uses a microphone or a camera"],
  },
  {
    clause: "4.2.7",
    name: "Usage with limited manipulation or strength",
    remark: throughWcag,
  },
  {
    clause: "4.2.8",
    name: "Usage with limited reach",
    notApplicable: software,
  },
  {
    clause: "4.2.9",
    name: "Minimize photosensitive seizure triggers",
    notApplicable: "Nothing flashes.",
    facts: ["only position and rotation are animated, not light or color"],
  },
  {
    clause: "4.2.10",
    name: "Usage with limited cognition, language or learning",
    remark: throughWcag,
  },
  { clause: "4.2.11", name: "Privacy", remark: throughWcag },
];

const hardware = [
  ["5.5.1", "Means of operation"],
  ["5.5.2", "Operable parts discernibility"],
  ["5.6.1", "Tactile or auditory status"],
  ["5.6.2", "Visual status"],
  ["5.7", "Key repeat"],
  ["5.8", "Double-strike key acceptance"],
] as const;

/** Chapter 5: generic requirements. */
export const generic: readonly Clause[] = [
  {
    clause: "5.1",
    name: "Closed functionality",
    notApplicable:
      "Visitors use the site with their own browser and assistive technology.",
  },
  {
    clause: "5.2",
    name: "Activation of accessibility features",
    notApplicable: "No feature has to be activated.",
  },
  {
    clause: "5.3",
    name: "Biometrics",
    notApplicable: "There is no account and no login.",
    facts: [
      "there is no password and no puzzle",
      "nothing uses a microphone or a camera",
    ],
  },
  {
    clause: "5.4",
    name: "Preservation of accessibility information during conversion",
    notApplicable: "The site converts no information.",
  },
  ...hardware.map(([clause, name]) => ({
    ...{ clause, name },
    notApplicable: software,
  })),
  {
    clause: "5.9",
    name: "Simultaneous user actions",
    notApplicable: "No two actions are needed at the same time.",
    facts: ["Escape is the only key with a listener"],
  },
];

/** Chapter 12: documentation and support services. */
export const documentation: readonly Clause[] = [
  {
    clause: "12.1.1",
    name: "Accessibility and compatibility features",
    remark: "The accessibility statement is an unpublished draft.",
  },
  {
    clause: "12.1.2",
    name: "Accessible documentation",
    remark: "The support page is a page of the site: see chapter 9.",
  },
  {
    clause: "12.2.2",
    name: "Information on accessibility and compatibility features",
    remark: team,
  },
  { clause: "12.2.3", name: "Effective communication", remark: team },
  { clause: "12.2.4", name: "Accessible documentation", remark: team },
];

/** WCAG 2.1 has none of these, so chapter 9 has none. */
export const newInWcag22 = [
  ...["2.4.11", "2.4.12", "2.4.13", "2.5.7", "2.5.8"],
  ...["3.2.6", "3.3.7", "3.3.8", "3.3.9"],
];
