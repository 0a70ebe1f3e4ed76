/** @jsxRuntime automatic @jsxImportSource react */
import type { Report } from "../results";
import type { Site } from "../site";
import { criterionRow, head, terms } from "./conformance";
import { criteria } from "./criteria";
import { documentation, generic, newInWcag22, performance } from "./en-301-549";
import type { Clause } from "./en-301-549";
import { Table } from "./page";
import { theTeam } from "./evaluation";

const clauseRow = (site: Site, { clause, name }: Clause) => {
  const { notApplicable, facts, remark } = site.clauses[clause] ?? {};
  return [
    `${clause} ${name}`,
    notApplicable ? terms.notApplicable : terms.forAPerson,
    notApplicable ? theTeam : "nobody yet",
    notApplicable
      ? `${notApplicable}${facts ? ` Tests hold it: ${facts.join("; ")}.` : ""}`
      : remark,
  ];
};

/** Clause 4.2 and the chapters of EN 301 549 V3.2.1 that apply to websites. */
export function EN301549({ report }: { report: Report }) {
  const chapter9 = criteria
    .filter(({ level }) => level !== "AAA")
    .filter(({ number }) => !newInWcag22.includes(number))
    .map((criterion) =>
      criterionRow(
        report,
        criterion,
        `9.${criterion.number} ${criterion.name}`,
      ),
    );
  const rows = (clauses: Clause[]) =>
    clauses.map((clause) => clauseRow(report.site, clause));
  return (
    <>
      <Table
        caption="Clause 4.2: Functional performance statements"
        head={head}
        rows={rows(performance)}
      />
      <Table
        caption="Chapter 5: Generic requirements"
        head={head}
        rows={rows(generic)}
      />
      <Table
        caption="Chapter 9: Web (WCAG 2.1, Levels A and AA)"
        head={head}
        rows={chapter9}
      />
      <p>
        9.4.1.1 Parsing: by WCAG 2.1, as corrected in 2023, any HTML satisfies
        it, and WCAG 2.2 removed it. 9.6, the conformance requirements, is met
        when every row of chapter 9 is.
      </p>
      <Table
        caption="Chapter 12: Documentation and support services"
        head={head}
        rows={rows(documentation)}
      />
    </>
  );
}
