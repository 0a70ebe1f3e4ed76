/** @jsxRuntime automatic @jsxImportSource react */
import type { FlowRun } from "../results";
import { modes } from "../site";
import { List, Table } from "./page";
import { modeInWords } from "./words";

const unique = (names: string[]) => [...new Set(names)];

/** Each flow's speech, the modes side by side. */
export function ScreenReaderRuns({ runs }: { runs: FlowRun[] }) {
  const title = ({ flow, program }: FlowRun) => `${program}: ${flow}`;
  const heard = (run: FlowRun | undefined) =>
    run ? (
      <>
        {run.problems.length > 0 && (
          <>
            <p>Problems:</p>
            <List items={run.problems} />
          </>
        )}
        <ol>
          {run.transcript?.map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ol>
      </>
    ) : (
      "not played"
    );
  if (runs.length === 0) return <p>None was listened to.</p>;
  return unique(runs.map(title)).map((name) => {
    const played = runs.filter((run) => title(run) === name);
    const problems = played.flatMap((run) => run.problems).length;
    return (
      <details key={name}>
        <summary>
          {name} ({problems} problems)
        </summary>
        <Table
          head={["What", ...modes.map((mode) => modeInWords[mode])]}
          rows={[
            [
              "Spoken",
              ...modes.map((mode) =>
                heard(played.find((run) => run.mode === mode)),
              ),
            ],
          ]}
        />
      </details>
    );
  });
}

/** Each flow in each mode, with a column for each engine. */
export function EngineRuns({ runs }: { runs: FlowRun[] }) {
  const flowOf = ({ flow, mode }: FlowRun) =>
    `${flow}, ${mode && modeInWords[mode]}`;
  const engines = unique(runs.map(({ program }) => program));
  if (runs.length === 0) return <p>None was used.</p>;
  return (
    <Table
      head={["Flow", ...engines]}
      rows={unique(runs.map(flowOf)).map((flow) => [
        flow,
        ...engines.map((engine) => {
          const run = runs.find(
            (run) => flowOf(run) === flow && run.program === engine,
          );
          if (!run) return "not run";
          return run.problems.length === 0 ? (
            "nothing to object to"
          ) : (
            <List items={run.problems} />
          );
        }),
      ])}
    />
  );
}

export function TextBrowserRuns({ runs }: { runs: FlowRun[] }) {
  if (runs.length === 0) return <p>None was used.</p>;
  return runs.map(({ program, flow, problems, transcript }) => (
    <details key={program + flow}>
      <summary>
        {program}: {flow} ({problems.length} problems)
      </summary>
      {problems.length > 0 && <List items={problems} />}
      <pre tabIndex={0}>{transcript}</pre>
    </details>
  ));
}
