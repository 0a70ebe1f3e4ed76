import type { About, Report } from "../site";
import { criteria } from "./criteria";
import { judge } from "./judgment";

/** EN 301 549 V3.2.1 without chapter 9: clause 4.2, chapters 5 and 12. */
const text = `
4.2.1 Usage without vision; 4.2.2 Usage with limited vision;
4.2.3 Usage without perception of colour; 4.2.4 Usage without hearing;
4.2.5 Usage with limited hearing; 4.2.6 Usage with no or limited vocal capability;
4.2.7 Usage with limited manipulation or strength; 4.2.8 Usage with limited reach;
4.2.9 Minimize photosensitive seizure triggers;
4.2.10 Usage with limited cognition, language or learning; 4.2.11 Privacy;
5.1 Closed functionality; 5.2 Activation of accessibility features; 5.3 Biometrics;
5.4 Preservation of accessibility information during conversion;
5.5.1 Means of operation; 5.5.2 Operable parts discernibility;
5.6.1 Tactile or auditory status; 5.6.2 Visual status; 5.7 Key repeat;
5.8 Double-strike key acceptance; 5.9 Simultaneous user actions;
12.1.1 Accessibility and compatibility features; 12.1.2 Accessible documentation;
12.2.2 Information on accessibility and compatibility features;
12.2.3 Effective communication; 12.2.4 Accessible documentation;
`;

/** Each has no WCAG criterion. */
export const clauses = [...text.matchAll(/(\d\S+) ([^;]+);/g)].map(
  ([, clause = "", name = ""]) => ({ clause, name }),
);

/** WCAG 2.1 has none of these, so chapter 9 has none. */
const newInWcag22 = ["2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"];

const terms = {
  failed: "Does Not Support",
  inapplicable: "Not Applicable",
  cantTell: "To be judged by a person",
  untested: "To be judged by a person",
};

/** The rows of a conformance report: clause, term, who says so, why. */
export const en301549 = (site: About, report: Report): string[][] =>
  [
    ...criteria
      .filter(({ level }) => level !== "AAA")
      .map(({ number, name }) => ({
        number,
        name: `${newInWcag22.includes(number) ? "WCAG 2.2, " : "9."}${number} ${name}`,
      })),
    ...clauses.map(({ clause, name }) => ({
      number: clause,
      name: `${clause} ${name}`,
    })),
  ].map(({ number, name }) => {
    const { outcome, by, remark } = judge(site, report, number);
    return [name, terms[outcome], by, remark];
  });
