import type { Site } from "..";

const facts = ["there is no audio"] as const;

/** A site of three pages, of which nothing exists but this description. */
export const sampleSite: Site = {
  name: "Sample",
  description: "A site of three pages",
  origin: "https://sample.example",
  contact: {
    mail: "help@sample.example",
    path: "/contact",
    answersIn: "a day",
  },
  pages: { "/terms": "Terms", "/support": "Support", "/contact": "Contact" },
  states: [
    ...["/terms", "/support", "/contact"].map((path) => ({ name: path, path })),
    { name: "/contact: stored", path: "/contact" },
  ],
  aspects: { status: "HTTP status" },
  differences: [
    {
      states: /: stored$/,
      where: "After a success",
      what: ["status"],
      because: "A script reads it from the body.",
    },
  ],
  limits: [
    {
      runs: { program: "Orca in Chromium" },
      problem: /clickable/,
      because: "The browser says so.",
    },
  ],
  markup: { skipLink: ".skip", overlay: "dialog" },
  checklist: {
    "2.4.1 landmarks": line("/terms"),
    "1.3.1 headings": line("/terms"),
    "1.3.4 a phone on its side": line("/contact", "/support"),
    "2.4.1 the skip link": line("/terms"),
    "3.2.3 header and footer": line("/terms"),
  },
  notApplicable: [
    { criteria: ["1.2.1"], why: "There is no audio and no video.", facts },
  ],
  clauses: { "5.9": { notApplicable: "One finger is enough.", facts } },
  record: "record.json",
};

function line(...states: [string, ...string[]]) {
  const [look, expect] = ["Open the page.", "All is well."];
  return { states, look, expect };
}
