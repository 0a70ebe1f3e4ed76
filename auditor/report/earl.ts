import type { About, Report } from "../site";
import { criteria } from "./criteria";
import type { Criterion } from "./criteria";
import { judge } from "./judgment";

const ref = (id: string) => ({ "@id": id });

/** EARL 1.0 (https://www.w3.org/TR/EARL10-Schema/) as JSON-LD. */
const context = {
  "@vocab": "http://www.w3.org/ns/earl#",
  earl: "http://www.w3.org/ns/earl#",
  dcterms: "http://purl.org/dc/terms/",
  ptr: "http://www.w3.org/2009/pointers#",
};

/** WCAG's id of a criterion: its name in lower case. */
const idOf = ({ name }: Criterion) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, "");

const requirement = (criterion: Criterion) =>
  `https://www.w3.org/TR/WCAG22/#${idOf(criterion)}`;

const node = (id: string, type: string, title: string) => ({
  "@id": id,
  "@type": type,
  "dcterms:title": title,
});

/** Asserts an outcome for each criterion of each page and of the site. */
export function earlOf(site: About, report: Report) {
  const { name, baseURL, browser, created, visited } = report;
  const pages = [...new Set(visited.map(({ path }) => path))];
  const urlOf = (path: string) => new URL(path, baseURL).href;
  const assertion = (criterion: Criterion, path?: string) => {
    const { number } = criterion;
    const { by, outcome, remark, issues } = judge(site, report, number, path);
    const isOfTeam = by === "the team";
    return {
      "@type": "Assertion",
      assertedBy: ref(isOfTeam ? "_:team" : "_:auditor"),
      subject: ref(path ? urlOf(path) : "_:website"),
      test: ref(requirement(criterion)),
      mode: ref(isOfTeam ? "earl:manual" : "earl:automatic"),
      result: {
        "@type": "TestResult",
        outcome: ref(`earl:${outcome}`),
        "dcterms:date": created,
        "dcterms:description": remark,
        pointer: issues.map(({ help, selector }) => ({
          "@type": "ptr:CSSSelectorPointer",
          "dcterms:description": help,
          "ptr:expression": selector,
        })),
      },
    };
  };
  return {
    "@context": context,
    "@graph": [
      node("_:auditor", "Software", `The auditor, in Chromium ${browser}`),
      node("_:team", "Assertor", `The team of ${name}`),
      {
        ...node("_:website", "TestSubject", name),
        "dcterms:hasPart": pages.map((path) => ref(urlOf(path))),
      },
      ...pages.map((path) => node(urlOf(path), "TestSubject", path)),
      ...criteria.map((criterion) => {
        const { number, name, level } = criterion;
        const title = `${number} ${name} (Level ${level})`;
        // The WCAG-EM Report Tool identifies WCAG 2.2's criteria by this URL.
        const part = `http://www.w3.org/TR/WCAG/#${idOf(criterion)}`;
        return {
          ...node(requirement(criterion), "TestRequirement", title),
          "dcterms:isPartOf": ref(part),
        };
      }),
      ...[undefined, ...pages].flatMap((path) =>
        criteria.map((criterion) => assertion(criterion, path)),
      ),
    ],
  };
}
