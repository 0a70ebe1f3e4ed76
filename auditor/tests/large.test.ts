import { expect, test } from "vitest";
import { Findings } from "../finding";
import { differ } from "../modes";
import { defectsOf } from "../report/defects";
import { broken } from "../rules";
import type { Report } from "../site";
import { ratioOf } from "./ratio";

const repeat = <Item>(times: number, make: (index: number) => Item) =>
  Array.from({ length: times }, (_, index) => make(index));

const place = { selector: "html > body > main > p", html: "<p>" };
const problem = broken("contrast", "Its contrast is 3:1", place);

/** Each makes the work of a pass, so many times as large. */
const works: Record<string, (times: number) => () => unknown> = {
  "lines of two modes that differ at both ends are compared": (times) => {
    const lines = repeat(100 * times, (index) => `text: ${index}`);
    const [one, other] = [
      ["a", ...lines, "b"],
      ["c", ...lines, "d"],
    ];
    return () => differ(one, other);
  },
  "an element is found in many states": (times) => () => {
    const findings = new Findings();
    for (let state = 0; state < 50 * times; state++)
      findings.add(problem, { state: String(state), mode: "javascript" });
  },
  "many elements are one defect": (times) => {
    const issues = repeat(1500 * times, () => ({ ...problem, seen: [] }));
    const report = { issues, visited: [] } as unknown as Report;
    return () => defectsOf(report);
  },
  "a defect has a long name": (times) => {
    const selector = `input[name="${"a".repeat(50 * times)}"]`;
    const issues = [{ ...problem, selector, seen: [] }];
    const report = { issues, visited: [] } as unknown as Report;
    return () => defectsOf(report);
  },
  "a defect has a long run of spaces": (times) => {
    const help = `a${" ".repeat(500 * times)}b`;
    const issues = [{ ...problem, help, seen: [] }];
    const report = { issues, visited: [] } as unknown as Report;
    return () => defectsOf(report);
  },
};

test.each(Object.entries(works))(
  "where %s, eight times as much takes about eight times as long, and not sixty-four",
  async (_, make) => {
    const ratio = await ratioOf(make(8), make(1));
    expect(ratio).toBeLessThan(12);
  },
);
