import type { Observation } from "../observe";
import { folder, screenshots } from "../results";
import type { Cell, Parity } from "../results";
import type { Mode } from "../states";
import { List, Table } from "./page";
import {
  cellInWords,
  modeInWords,
  observedInWords,
  stateInWords,
} from "./words";

const orderOf = ({ keyboard }: Cell) =>
  keyboard.map(({ name }) => name).join(" → ") || "no stop";

/** Each distinct order of Tab stops, once. */
export const tabOrders = (cells: Cell[]) => [...new Set(cells.map(orderOf))];

export const TabOrders = ({ orders }: { orders: string[] }) =>
  orders.map((order, index) => (
    <details key={order} id={`order-${index + 1}`}>
      <summary>Order {index + 1}</summary>
      <p>{order}</p>
    </details>
  ));

interface StateCellsProps {
  state: string;
  cells: Cell[];
  orders: string[];
}

export function StateCells({ state, cells, orders }: StateCellsProps) {
  const problems = cells.flatMap((cell) => cell.problems).length;
  return (
    <details>
      <summary>
        {stateInWords(state)}: {cells.length} cells, {problems} problems
      </summary>
      <Table
        head={[
          "Cell",
          "Problems",
          "The Tab key's stops",
          "axe could not tell",
          "Picture",
        ]}
        rows={cells.map((cell) => {
          const order = orders.indexOf(orderOf(cell)) + 1;
          return [
            cellInWords(cell),
            cell.problems.length > 0 ? <List items={cell.problems} /> : "none",
            <a key="order" href={`#order-${order}`}>
              Order {order}
            </a>,
            cell.axe.needsHuman.length,
            <a
              key="picture"
              href={`${screenshots.replace(`${folder}/`, "")}/${cell.screenshot}`}
            >
              {stateInWords(state)}, {cellInWords(cell)}
            </a>,
          ];
        })}
      />
    </details>
  );
}

export function SideBySide({
  state,
  problems,
  sameAs,
  javascript,
  "no-javascript": plain,
}: Parity) {
  const names = Object.keys(javascript ?? plain ?? {}) as (keyof Observation)[];
  const inWords = (value: unknown) =>
    typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return (
    <details>
      <summary>
        {stateInWords(state)}: {problems.length} problems
      </summary>
      {problems.length > 0 && <List items={problems} />}
      {Object.entries(sameAs).map(([mode, place]) => (
        <p key={mode}>
          {modeInWords[mode as Mode]}: the same document was measured at{" "}
          {stateInWords(place)}.
        </p>
      ))}
      <Table
        head={["What", "With JavaScript", "Without JavaScript"]}
        rows={names.map((name) => [
          observedInWords[name],
          inWords(javascript?.[name]) ?? "cannot be brought about",
          inWords(plain?.[name]) ?? "cannot be brought about",
        ])}
      />
    </details>
  );
}
