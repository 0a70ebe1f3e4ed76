import type { Observation } from "../observe";
import { folder, screenshots } from "../results";
import type { Cell, Parity } from "../results";
import { Table } from "./page";

export function StateCells({ state, cells }: { state: string; cells: Cell[] }) {
  const problems = cells.flatMap((cell) => cell.problems).length;
  return (
    <details>
      <summary>
        {state}: {cells.length} cells, {problems} problems
      </summary>
      <Table
        head={[
          "Cell",
          "Problems",
          "The Tab key's stops",
          "axe could not tell",
          "Picture",
        ]}
        rows={cells.map(({ mode, width, look, axe, ...cell }) => [
          `${mode}, ${width} px, ${look}`,
          cell.problems.join("; ") || "none",
          cell.keyboard.map(({ name }) => name).join(" → "),
          axe.needsHuman.length,
          <a
            key="picture"
            href={`${screenshots.replace(`${folder}/`, "")}/${cell.screenshot}`}
          >
            {state}, {mode}, {width} px, {look}
          </a>,
        ])}
      />
    </details>
  );
}

export function SideBySide({ state, problems, sameAs, ...seen }: Parity) {
  const { javascript, "no-javascript": plain } = seen;
  const names = Object.keys(javascript ?? plain ?? {}) as (keyof Observation)[];
  const inWords = (value: unknown) =>
    typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return (
    <details>
      <summary>
        {state}: {problems.length} problems
      </summary>
      {Object.entries(sameAs).map(([mode, place]) => (
        <p key={mode}>
          {mode}: the same document was measured at {place}.
        </p>
      ))}
      <Table
        head={["What", "With JavaScript", "Without JavaScript"]}
        rows={names.map((name) => [
          name,
          inWords(javascript?.[name]) ?? "cannot be brought about",
          inWords(plain?.[name]) ?? "cannot be brought about",
        ])}
      />
    </details>
  );
}
