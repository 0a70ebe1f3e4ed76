import type { Mutations } from "./mutation";

/** What only the audit sees. */
export const audit: Mutations = {
  "A screen reader speaks the wait": [
    {
      file: "app/components/form/submit-button.tsx",
      from: '<p aria-live="polite" className="hidden">',
      to: '<p className="hidden">',
      test: "Orca in Firefox, javascript: wait for an answer",
    },
  ],
  "Both forms work in text browsers": [
    {
      file: "app/server/toast.server.ts",
      from: 'headers: { "Set-Cookie": deletedCookie },',
      test: "links: a signup in the hero",
    },
  ],
  "Both forms work by keyboard alone": [
    {
      file: "app/components/form/toast.tsx",
      from: "current.focus({ preventScroll: true });",
    },
  ],
  "The oldest supported browsers paint": [
    {
      file: "app/styles/index.css",
      from: " supports(selector(:focus-visible) and (inset: 0))",
      test: "the older browsers paint every word of /, with enough contrast",
    },
    {
      file: "app/styles/index.css",
      from: " supports(selector(:focus-visible) and (inset: 0))",
      test: "an engine of",
    },
  ],
  "Text-only zoom at 200 % in Firefox": [
    {
      file: "app/styles/frame.css",
      from: "  flex-wrap: wrap;\n  align-items: center;",
      to: "  align-items: center;",
      test: "every word is whole",
    },
  ],
  "Every state of the site is the same": [
    {
      file: "app/components/page/page.tsx",
      from: "document.title = refused ? errorTitlePrefix + plain : plain;",
      to: "document.title = plain;",
      test: "/ Join Beta: e-mail not an address: the same in both modes, and no problem found",
    },
  ],
  "The accessibility reports rest on facts": [
    {
      file: "tests/audit/checklist/distinguishable.ts",
      from: 'facts: ["a waiting button is announced as disabled, but is not"],',
      to: "facts: [],",
      test: "each line of the checklist",
    },
    {
      file: "tools/auditor/report/audit-page.tsx",
      from: "...(isWhole",
      to: "...(sentence",
      test: "links no statement",
    },
    {
      file: "tools/auditor/report/evaluation.ts",
      from: "judgment.document !== document,",
      to: "false,",
      test: "is stale, and does not count",
    },
  ],
};
