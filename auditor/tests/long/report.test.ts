import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../programs";
import { run } from "../../run";
import type { Visitor } from "../../site";
import { auditOnce, grave, serve } from "../cases";

/** A page with a component twice, and a long text in a field. */
const page = `<!doctype html><html lang="en"><title>Cards</title><main><h1>Cards</h1>
${["one", "two"].map((name) => `<p style="color: #999">Card ${name} <img src="x"></p>`).join("")}
<input style="width: 900px" value="${"long ".repeat(60)}"></main>`;

const unfold = ({ page }: Visitor) =>
  page.locator("details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });

test("a report with defects on many pages has none itself at A and AA", async () => {
  const out = temporaryFolder();
  const { url, stop } = await serve(({ url = "" }, response) => {
    const [, file] = /^\/of\/(.+)/.exec(url) ?? [];
    if (url.endsWith("png")) response.setHeader("content-type", "image/png");
    response.end(file ? readFileSync(path.join(out, file)) : page);
  });
  const describe = (...paths: string[]) => ({
    baseURL: url,
    states: paths.map((path) => ({ name: path, path, reach: unfold })),
  });
  const found = await run(describe("/", "/a", "/b"), { out, say: () => {} });
  expect(grave(found.issues).length).toBeGreaterThan(3);
  const { failures, issues } = await auditOnce(describe("/of/report.html"));
  stop();
  rmSync(out, { recursive: true });
  expect(failures).toEqual([]);
  expect(grave(issues)).toEqual([]);
});
