import { z } from "zod";

// EARL 1.0 (https://www.w3.org/TR/EARL10-Schema/) as JSON-LD: the terms that
// the audit uses, and the shape of its report.

export const context = {
  earl: "http://www.w3.org/ns/earl#",
  dcterms: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  ptr: "http://www.w3.org/2009/pointers#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
  Assertion: "earl:Assertion",
  Assertor: "earl:Assertor",
  Software: "earl:Software",
  Organization: "foaf:Organization",
  Person: "foaf:Person",
  TestCase: "earl:TestCase",
  TestRequirement: "earl:TestRequirement",
  TestResult: "earl:TestResult",
  TestSubject: "earl:TestSubject",
  Pointer: "ptr:Pointer",
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
} as const;

/** The URL of an assertor or of a line of the checklist. */
export const fragment = (origin: string, name: string) =>
  `${origin}/#${encodeURIComponent(name.replaceAll(" ", "-"))}`;

const text = z.string().min(1);
const reference = z.union([z.url(), z.string().startsWith("_:")]);

const assertor = z.strictObject({
  "@id": reference,
  "@type": z.tuple([
    z.literal("Assertor"),
    z.enum(["Software", "Organization", "Person"]),
  ]),
  title: text,
  description: text,
});

const testSubject = z.strictObject({
  "@id": reference,
  "@type": z.literal("TestSubject"),
  title: text,
  description: text,
  hasPart: z.array(reference).optional(),
});

const testRequirement = z.strictObject({
  "@id": z.string().startsWith("https://www.w3.org/TR/WCAG22/#"),
  "@type": z.literal("TestRequirement"),
  title: text,
  isPartOf: z.url(),
});

const testCase = z.strictObject({
  "@id": z.url(),
  "@type": z.literal("TestCase"),
  title: text,
  description: text,
  isPartOf: z.array(testRequirement.shape["@id"]).min(1),
});

const pointer = z.discriminatedUnion("@type", [
  z.strictObject({ "@type": z.literal("Pointer"), description: text }),
  z.strictObject({
    "@type": z.literal("CSSSelectorPointer"),
    description: text,
    expression: text,
  }),
]);

const assertion = z.strictObject({
  "@type": z.literal("Assertion"),
  assertedBy: reference,
  subject: reference,
  test: z.url(),
  mode: z.enum(["earl:automatic", "earl:manual"]),
  result: z.strictObject({
    "@type": z.literal("TestResult"),
    outcome: z.enum([
      "earl:passed",
      "earl:failed",
      "earl:cantTell",
      "earl:inapplicable",
      "earl:untested",
    ]),
    date: z.iso.datetime(),
    description: text,
    pointer: z.array(pointer).optional(),
  }),
});

export const earlDocument = z.strictObject({
  "@context": z.custom<typeof context>(
    (value) => JSON.stringify(value) === JSON.stringify(context),
    "is not the context that names these terms",
  ),
  "@graph": z.array(
    z.union([
      assertor,
      z.discriminatedUnion("@type", [
        testSubject,
        testRequirement,
        testCase,
        assertion,
      ]),
    ]),
  ),
});

export type EarlDocument = z.infer<typeof earlDocument>;
export type Assertion = z.infer<typeof assertion>;
export type Node = EarlDocument["@graph"][number];
