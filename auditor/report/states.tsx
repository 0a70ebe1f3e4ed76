/** @jsxRuntime automatic @jsxImportSource react */
import { folder, screenshots } from "../results";
import type { Cell, Parity } from "../results";
import type { Mode, Site } from "../site";
import { List, Table } from "./page";
import { cellInWords, modeInWords, stateInWords } from "./words";

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
  site: Site;
  state: string;
  cells: Cell[];
  orders: string[];
}

export function StateCells({ site, state, cells, orders }: StateCellsProps) {
  const problems = cells.flatMap((cell) => cell.problems).length;
  return (
    <details>
      <summary>
        {stateInWords(site, state)}: {cells.length} cells, {problems} problems
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
              {stateInWords(site, state)}, {cellInWords(cell)}
            </a>,
          ];
        })}
      />
    </details>
  );
}

export function SideBySide({
  site,
  state,
  problems,
  sameAs,
  javascript,
  "no-javascript": plain,
}: Parity & { site: Site }) {
  const names = Object.keys(javascript ?? plain ?? {});
  const inWords = (value: unknown) =>
    typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return (
    <details>
      <summary>
        {stateInWords(site, state)}: {problems.length} problems
      </summary>
      {problems.length > 0 && <List items={problems} />}
      {Object.entries(sameAs).map(([mode, place]) => (
        <p key={mode}>
          {modeInWords[mode as Mode]}: the same document was measured at{" "}
          {stateInWords(site, place)}.
        </p>
      ))}
      <Table
        head={["What", "With JavaScript", "Without JavaScript"]}
        rows={names.map((name) => [
          site.aspects[name],
          inWords(javascript?.[name]) ?? "cannot be brought about",
          inWords(plain?.[name]) ?? "cannot be brought about",
        ])}
      />
    </details>
  );
}
