import { parseArgs } from "node:util";
import { audit } from "./audit";
import { readDescription } from "./describe";

const help = `Measures a website for accessibility in every state, with JavaScript on and off.

  npx auditor <description> [-g <pattern>]

The description is a module (TypeScript or JavaScript) whose default export names
  name, baseURL   the site, and where it answers
  start           the command that starts it, unless it runs already
  pages           a short name for each page, by path
  states          every state that a visitor can reach: a name that begins with the
                  path, the path, and reach({ page, mode }), which leads there from
                  the opened page with Playwright
  differences     where the modes may differ, each time for a reason
and, if they should be judged, checklist, notApplicable, clauses and record.
README.md has an example, and site.ts explains each of these.

  -g <pattern>    measures only the states whose names match, and claims nothing

The reports are in reports/accessibility: index.html for people, report.json as
EARL 1.0, and, of a whole audit, conformance.html (WCAG 2.2, EN 301 549) and
statement.html. The exit status is 1 if a problem was found.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h" },
    grep: { type: "string", short: "g" },
  },
});
const [file] = positionals;
if (values.help || !file) {
  process.stdout.write(help);
  process.exitCode = values.help ? 0 : 1;
} else {
  process.env.AUDITOR_DESCRIPTION = file;
  const config = `${import.meta.dirname}/playwright.config.ts`;
  const grep = values.grep ? ["-g", values.grep] : [];
  await audit(await readDescription(file), [`--config=${config}`, ...grep]);
}
