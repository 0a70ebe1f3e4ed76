import type { Report } from "../results";
import { sampleSite } from "./sample-site";

/** A rule that implements an ACT rule, and one without a criterion. */
const passes = ["2.4.2 document-title", "best practice region"];

const axeFinding = "1.1.1 image-alt: Images have words (main > img)";

/** One page, in one cell, with a screen reader and one other engine. */
const onePage: Report = {
  site: sampleSite,
  created: "2026-11-21T12:00:00.000Z",
  browser: "156.0",
  passed: false,
  results: {
    cell: [
      {
        state: "/terms",
        mode: "javascript",
        width: 320,
        look: "default",
        screenshot: "terms.jpg",
        axe: { violations: [axeFinding], needsHuman: [], passes },
        keyboard: [],
        problems: [axeFinding, "1.4.10, 1.4.4 the page scrolls sideways"],
      },
    ],
    parity: [{ state: "/terms", problems: [], sameAs: {}, documents: {} }],
    "text-browser": [],
    "screen-reader": [
      {
        flow: "read /terms",
        mode: "javascript",
        program: "Orca in Firefox",
        transcript: ["Terms of Service, heading level 1"],
        problems: ["the toast is spoken twice"],
      },
    ],
    engine: [
      {
        program: "WebKitGTK 2.50",
        mode: "no-javascript",
        flow: "a signup",
        problems: [],
      },
    ],
  },
  failures: [{ name: "/terms", errors: ["it scrolls"] }],
  skipped: [{ name: "Firefox: a signup", why: "Firefox is not installed" }],
};

export const part: Report = { ...onePage, grep: "/terms" };

export const whole: Report = {
  ...onePage,
  results: {
    ...onePage.results,
    parity: sampleSite.states.map(({ name }) => ({
      state: name,
      problems: [],
      sameAs: {},
      documents: {},
    })),
  },
};
