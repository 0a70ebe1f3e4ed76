import type { Report } from "../site";
import { answerLine } from "./answer";
import { titleOf } from "./criteria";
import { defectsOf, verdictOf, type Defect } from "./defects";

/** Escapes what Markdown would take for markup. */
const m = (text: string) =>
  text.replace(/[\\`*_[\]<>#|~]/g, "\\$&").replace(/&/g, "&amp;");

const code = (text: string) => `\`${text.replaceAll("`", "'")}\``;

const ticketOf = (defect: Defect, index: number) => `
## ${index + 1}. ${m(`${defect.rule}: ${defect.help}`)}

- Rule: [${m(defect.rule)}](${defect.url})
- Level: ${defect.level}
- Criterion: ${defect.criteria.map(titleOf).join("; ") || "none"}
- Pages: ${defect.pages.length}: ${m(defect.states.join("; "))}
- Seen: ${defect.where}
- Elements: ${defect.elements.length}
${defect.elements.map(({ selector, html }) => `  - ${code(selector)}: ${code(html)}`).join("\n")}

How to mend it: ${m(defect.mend ?? "see the rule.").replace(/\n\s+/g, "\n- ")}
`;

/** The report as sections that can be pasted as tickets. */
export const markdownOf = (report: Report) =>
  `# Accessibility of ${m(report.name)}

## Without JavaScript

${report.answer.map((one) => `- ${m(answerLine(one))}`).join("\n")}

${m(verdictOf(report))}
${defectsOf(report).map(ticketOf).join("")}`;
