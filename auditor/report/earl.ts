import type { About, Report } from "../site";
import { criteria, idOf, requirement } from "./criteria";
import { judge } from "./judgment";

const website = "_:website";
const tool = "_:auditor";

/** EARL 1.0 (https://www.w3.org/TR/EARL10-Schema/) as JSON-LD. */
const context = {
  earl: "http://www.w3.org/ns/earl#",
  dcterms: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  ptr: "http://www.w3.org/2009/pointers#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  Assertion: "earl:Assertion",
  Assertor: "earl:Assertor",
  Software: "earl:Software",
  Organization: "foaf:Organization",
  TestRequirement: "earl:TestRequirement",
  TestResult: "earl:TestResult",
  TestSubject: "earl:TestSubject",
  CSSSelectorPointer: "ptr:CSSSelectorPointer",
  assertedBy: { "@id": "earl:assertedBy", "@type": "@id" },
  mode: { "@id": "earl:mode", "@type": "@id" },
  outcome: { "@id": "earl:outcome", "@type": "@id" },
  pointer: "earl:pointer",
  result: "earl:result",
  subject: { "@id": "earl:subject", "@type": "@id" },
  test: { "@id": "earl:test", "@type": "@id" },
  expression: "ptr:expression",
  date: { "@id": "dcterms:date", "@type": "xsd:dateTime" },
  description: "dcterms:description",
  hasPart: { "@id": "dcterms:hasPart", "@type": "@id" },
  isPartOf: { "@id": "dcterms:isPartOf", "@type": "@id" },
  title: "dcterms:title",
};

/** What is asserted about each page and the site, by criterion. */
export function earlOf(site: About, report: Report) {
  const { name, baseURL, browser, created } = report;
  const pages = [...new Set(report.visited.map(({ path }) => path))];
  const urlOf = (path: string) => new URL(path, baseURL).href;
  const assertor = { "the auditor": tool, "the team": "_:team" } as const;
  return {
    "@context": context,
    "@graph": [
      {
        "@id": tool,
        "@type": ["Assertor", "Software"],
        title: "The auditor",
        description: `axe and measurements of its own in Chromium ${browser}.`,
      },
      {
        "@id": "_:team",
        "@type": ["Assertor", "Organization"],
        title: `The team of ${name}`,
        description:
          "Says what does not apply, and records what people judged.",
      },
      {
        "@id": website,
        "@type": "TestSubject",
        title: name,
        description: `States measured: ${report.visited.length}.`,
        hasPart: pages.map(urlOf),
      },
      ...pages.map((path) => ({
        ...{ "@id": urlOf(path), "@type": "TestSubject", title: path },
        description: `A page of ${name}.`,
      })),
      ...criteria.map((criterion) => ({
        "@id": requirement(criterion),
        "@type": "TestRequirement",
        title: `${criterion.number} ${criterion.name} (Level ${criterion.level})`,
        // The WCAG-EM Report Tool identifies WCAG 2.2's criteria by this URL.
        isPartOf: `http://www.w3.org/TR/WCAG/#${idOf(criterion)}`,
      })),
      ...[undefined, ...pages].flatMap((path) =>
        criteria.map((criterion) => {
          const { by, outcome, remark, issues } = judge(
            site,
            report,
            criterion,
            path,
          );
          const isOfTeam = by === "the team" || by === "a person";
          return {
            "@type": "Assertion",
            assertedBy: assertor[isOfTeam ? "the team" : "the auditor"],
            subject: path ? urlOf(path) : website,
            test: requirement(criterion),
            mode: isOfTeam ? "earl:manual" : "earl:automatic",
            result: {
              "@type": "TestResult",
              ...{
                outcome: `earl:${outcome}`,
                date: created,
                description: remark,
              },
              ...(issues.length > 0 && {
                pointer: issues.map(({ help, selector }) => ({
                  "@type": "CSSSelectorPointer",
                  ...{ description: help, expression: selector },
                })),
              }),
            },
          };
        }),
      ),
    ],
  };
}
