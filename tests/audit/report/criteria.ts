export interface Criterion {
  number: string;
  name: string;
  level: "A" | "AA" | "AAA";
}

/** WCAG 2.2: all of A and AA, and what the audit or a person looks at of AAA. */
export const criteria: readonly Criterion[] = [
  { number: "1.1.1", name: "Non-text Content", level: "A" },
  {
    number: "1.2.1",
    name: "Audio-only and Video-only (Prerecorded)",
    level: "A",
  },
  { number: "1.2.2", name: "Captions (Prerecorded)", level: "A" },
  {
    number: "1.2.3",
    name: "Audio Description or Media Alternative (Prerecorded)",
    level: "A",
  },
  { number: "1.2.4", name: "Captions (Live)", level: "AA" },
  { number: "1.2.5", name: "Audio Description (Prerecorded)", level: "AA" },
  { number: "1.3.1", name: "Info and Relationships", level: "A" },
  { number: "1.3.2", name: "Meaningful Sequence", level: "A" },
  { number: "1.3.3", name: "Sensory Characteristics", level: "A" },
  { number: "1.3.4", name: "Orientation", level: "AA" },
  { number: "1.3.5", name: "Identify Input Purpose", level: "AA" },
  { number: "1.4.1", name: "Use of Color", level: "A" },
  { number: "1.4.2", name: "Audio Control", level: "A" },
  { number: "1.4.3", name: "Contrast (Minimum)", level: "AA" },
  { number: "1.4.4", name: "Resize Text", level: "AA" },
  { number: "1.4.5", name: "Images of Text", level: "AA" },
  { number: "1.4.6", name: "Contrast (Enhanced)", level: "AAA" },
  { number: "1.4.8", name: "Visual Presentation", level: "AAA" },
  { number: "1.4.9", name: "Images of Text (No Exception)", level: "AAA" },
  { number: "1.4.10", name: "Reflow", level: "AA" },
  { number: "1.4.11", name: "Non-text Contrast", level: "AA" },
  { number: "1.4.12", name: "Text Spacing", level: "AA" },
  { number: "1.4.13", name: "Content on Hover or Focus", level: "AA" },
  { number: "2.1.1", name: "Keyboard", level: "A" },
  { number: "2.1.2", name: "No Keyboard Trap", level: "A" },
  { number: "2.1.3", name: "Keyboard (No Exception)", level: "AAA" },
  { number: "2.1.4", name: "Character Key Shortcuts", level: "A" },
  { number: "2.2.1", name: "Timing Adjustable", level: "A" },
  { number: "2.2.2", name: "Pause, Stop, Hide", level: "A" },
  { number: "2.2.4", name: "Interruptions", level: "AAA" },
  { number: "2.3.1", name: "Three Flashes or Below Threshold", level: "A" },
  { number: "2.3.2", name: "Three Flashes", level: "AAA" },
  { number: "2.3.3", name: "Animation from Interactions", level: "AAA" },
  { number: "2.4.1", name: "Bypass Blocks", level: "A" },
  { number: "2.4.2", name: "Page Titled", level: "A" },
  { number: "2.4.3", name: "Focus Order", level: "A" },
  { number: "2.4.4", name: "Link Purpose (In Context)", level: "A" },
  { number: "2.4.5", name: "Multiple Ways", level: "AA" },
  { number: "2.4.6", name: "Headings and Labels", level: "AA" },
  { number: "2.4.7", name: "Focus Visible", level: "AA" },
  { number: "2.4.9", name: "Link Purpose (Link Only)", level: "AAA" },
  { number: "2.4.10", name: "Section Headings", level: "AAA" },
  { number: "2.4.11", name: "Focus Not Obscured (Minimum)", level: "AA" },
  { number: "2.4.12", name: "Focus Not Obscured (Enhanced)", level: "AAA" },
  { number: "2.4.13", name: "Focus Appearance", level: "AAA" },
  { number: "2.5.1", name: "Pointer Gestures", level: "A" },
  { number: "2.5.2", name: "Pointer Cancellation", level: "A" },
  { number: "2.5.3", name: "Label in Name", level: "A" },
  { number: "2.5.4", name: "Motion Actuation", level: "A" },
  { number: "2.5.5", name: "Target Size (Enhanced)", level: "AAA" },
  { number: "2.5.7", name: "Dragging Movements", level: "AA" },
  { number: "2.5.8", name: "Target Size (Minimum)", level: "AA" },
  { number: "3.1.1", name: "Language of Page", level: "A" },
  { number: "3.1.2", name: "Language of Parts", level: "AA" },
  { number: "3.1.5", name: "Reading Level", level: "AAA" },
  { number: "3.2.1", name: "On Focus", level: "A" },
  { number: "3.2.2", name: "On Input", level: "A" },
  { number: "3.2.3", name: "Consistent Navigation", level: "AA" },
  { number: "3.2.4", name: "Consistent Identification", level: "AA" },
  { number: "3.2.5", name: "Change on Request", level: "AAA" },
  { number: "3.2.6", name: "Consistent Help", level: "A" },
  { number: "3.3.1", name: "Error Identification", level: "A" },
  { number: "3.3.2", name: "Labels or Instructions", level: "A" },
  { number: "3.3.3", name: "Error Suggestion", level: "AA" },
  {
    number: "3.3.4",
    name: "Error Prevention (Legal, Financial, Data)",
    level: "AA",
  },
  { number: "3.3.6", name: "Error Prevention (All)", level: "AAA" },
  { number: "3.3.7", name: "Redundant Entry", level: "A" },
  { number: "3.3.8", name: "Accessible Authentication (Minimum)", level: "AA" },
  { number: "4.1.2", name: "Name, Role, Value", level: "A" },
  { number: "4.1.3", name: "Status Messages", level: "AA" },
];

/** The id that WCAG gives a criterion: its name in small letters. */
export const idOf = ({ name }: Criterion) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "");

/** The criteria that a finding such as "1.4.10, 1.4.4 words" begins with. */
const numbersIn = (finding: string) => {
  const [numbers = ""] = /^(?:\d\.\d\.\d+[, ]+)+/.exec(finding) ?? [];
  return numbers.split(/[, ]+/).filter(Boolean);
};

export const isAbout = (finding: string, number: string) =>
  numbersIn(finding).includes(number);

/** Findings that no line of a report has a place for. */
export const unlisted = (findings: readonly string[]) =>
  findings.filter((finding) =>
    numbersIn(finding).some(
      (number) => !criteria.some((criterion) => criterion.number === number),
    ),
  );
