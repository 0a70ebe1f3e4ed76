import type { Mutations } from "./mutation";

export const look: Mutations = {
  "The first screen of the landing page": [
    {
      file: "app/styles/hero.css",
      from: "  position: absolute;\n  z-index: -1;\n  inset-block-start: calc(var(--above)",
      to: "  z-index: -1;\n  inset-block-start: calc(var(--above)",
    },
  ],
  "A visitor who has joined sees": [
    {
      file: "app/routes/landing.tsx",
      from: "{isJoined ? <Crew /> : ",
      to: "{!isJoined && ",
      test: "a visitor who has joined",
    },
    {
      file: "app/components/page/crew.tsx",
      from: " onClick={share}",
      test: "a browser that can share",
    },
  ],
  "With a script, each character": [
    {
      file: "app/client/typed-beads.ts",
      from: 'addEventListener("reset", count);',
    },
  ],
  "The app's icons": [
    {
      file: "public/icon-512.png",
      from: "IHDR",
    },
  ],
  "Every page leads to the signup form": [
    {
      file: "app/components/page/site-header.tsx",
      from: '`${landing.path}#${fieldId("hero_section", "email")}`',
      to: "landing.path + fieldId.name.slice(0, 0)",
      test: "Join Beta leads",
    },
    {
      file: "app/components/page/page-links.tsx",
      from: 'aria-current={path === current ? "page" : undefined}',
      test: "every page has its title",
    },
  ],
  "A legal page links to each of its sections": [
    {
      file: "app/components/page/legal-page.tsx",
      from: "<h2 id={anchor(heading)}>",
      to: "<h2>",
      test: "the legal pages",
    },
    {
      file: "app/styles/print.css",
      from: "@media print {",
      to: "@media print and (width < 0) {",
      test: "in print",
    },
  ],
  "Nothing moves for visitors": [
    {
      file: "app/styles/motion.css",
      from: "@media (prefers-reduced-motion: no-preference) {",
      to: "@media all {",
    },
  ],
};

export const weight: Mutations = {
  "A first visit to `/` that touches no form": [
    {
      file: "app/entry.server.tsx",
      from: "if (import.meta.env.PROD) html = putScriptsToSleep(html);",
      test: "a visit that touches no form",
    },
    {
      file: "app/server/middleware/send-bytes.server.ts",
      from: 'return accepted.includes("gzip") ? "gzip" : "identity";',
      to: 'return "identity";',
      test: "the landing page, with headers",
    },
  ],
  "`/support`, `/privacy` and `/terms` have no script": [
    {
      file: "app/root.tsx",
      from: "{!failed && pageAt(pathname)?.hasForm && <ScriptsOnDemand />}",
      to: "{!failed && pageAt(pathname) && <ScriptsOnDemand />}",
    },
  ],
  "Pages are cached by path": [
    {
      file: "app/server/middleware/page-cache.server.ts",
      from: "if (paths.has(path)) cache",
      to: "cache",
    },
  ],
  "Only its own visitor sees a toast": [
    {
      file: "app/entry.server.tsx",
      from: "root && !root.toast && !actionData",
      to: "root && !actionData",
    },
    {
      file: "app/server/middleware/page-cache.server.ts",
      from: " || hasToast(headers)",
    },
  ],
  "A page shows a key for at most a second": [
    {
      file: "app/server/middleware/page-cache.server.ts",
      from: "env.SUPABASE_URL ? 1000 : Infinity",
      to: "env ? Infinity : 1000",
    },
  ],
};
