/** @jsxRuntime automatic @jsxImportSource react */
import { evaluate, judgmentInWords } from "./evaluation";
import type { Report } from "../results";
import { List, Table } from "./page";

/** The checklist, with people's judgments of each line. */
export function ForAPerson({ report }: { report: Report }) {
  const lines = evaluate(report);
  const judged = lines.filter(({ verdict }) => verdict !== "not judged yet");
  return (
    <>
      <p>
        Judged: {judged.length} of {lines.length} lines. A person writes each
        judgment into {report.site.record}, with the code of what was judged;
        the README.md next to it says how.
      </p>
      <Table
        head={["Line", "Do this", "Right is", "Judged", "Code"]}
        rows={lines.map(({ name, look, expect, judgments, document }) => [
          name,
          look,
          expect,
          judgments.length > 0 ? (
            <List
              items={judgments.map((judgment) => (
                <>
                  {judgmentInWords(judgment)}
                  <ol>
                    {judgment.transcript.map((line, index) => (
                      <li key={index}>{line}</li>
                    ))}
                  </ol>
                </>
              ))}
            />
          ) : (
            "not judged yet"
          ),
          document ?? "This run did not visit all of its states.",
        ])}
      />
    </>
  );
}
