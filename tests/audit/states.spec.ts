import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "playwright/test";
import type { TestInfo } from "playwright/test";
import { measureCells } from "./cells";
import { undeclared } from "./differences";
import { observe, outline } from "./observe";
import type { Observation } from "./observe";
import { isReachable, modes, states } from "./states";
import type { Mode } from "./states";
import { untrue } from "./truths";
import { test } from "./visit";

// Every page and state, in both modes side by side, at every width and look.
for (const state of states) {
  test(`${state.name}: the same in both modes, and no problem found`, async ({
    visit,
  }, info) => {
    const seen: Partial<Record<Mode, Observation>> = {};
    const sameAs: Partial<Record<Mode, string>> = {};
    const documents: Partial<Record<Mode, string>> = {};
    const problems: string[] = [];
    for (const mode of modes.filter((mode) => isReachable(state, mode))) {
      const visitor = await visit(state, mode);
      const observed = await observe(visitor);
      seen[mode] = observed;
      problems.push(...untrue(observed).map((found) => `${mode}: ${found}`));
      // The same outline looks the same in each window.
      const document = await outline(visitor);
      documents[mode] = hashOf(observed.title + undated(document));
      sameAs[mode] = measuredAt(document, `${state.name}, ${mode}`, info);
      if (sameAs[mode]) continue;
      problems.push(...(await measureCells(visitor.page, state, mode, info)));
    }
    const { javascript, "no-javascript": plain } = seen;
    if (javascript && plain) {
      problems.push(...undeclared(state.name, javascript, plain));
    }
    await info.attach("parity", {
      contentType: "application/json",
      body: JSON.stringify({
        ...{ state: state.name, ...seen, sameAs },
        ...{ documents, problems },
      }),
    });
    expect(problems).toEqual([]);
  });
}

const hashOf = (text: string) =>
  createHash("sha256").update(text).digest("hex");

/** A page that shows the date is the same page the next day. */
const undated = (document: string) => document.replace(/<time.*?<\/time>/g, "");

/**
 * Records, for all workers of this run, that a document is measured here.
 *
 * @returns where it was already measured
 */
function measuredAt(document: string, place: string, { project }: TestInfo) {
  const file = path.join(project.outputDir, hashOf(document));
  mkdirSync(project.outputDir, { recursive: true });
  try {
    writeFileSync(file, place, { flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // The file is empty for a moment while another worker writes it.
    return readFileSync(file, "utf8") || undefined;
  }
}
