import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/**
 * The folders of app/, and what else each may import from app/. The files of the
 * app folder itself may import anything.
 *
 * @type {{ files: string; imports: string[]; mayUse?: string[] }[]}
 */
const directions = [
  { files: "app/*.{ts,tsx}", imports: [".*"], mayUse: ["page-cache"] },
  { files: "app/content/**", imports: ["content/"] },
  { files: "app/client/**", imports: ["(client|content|forms)/"] },
  {
    files: "app/components/**",
    imports: ["(client|components|content|forms)/"],
  },
  {
    files: "app/database/**",
    imports: [
      "database/",
      "forms/definition$",
      "server/(env|env-warnings|log)\\.",
    ],
    mayUse: ["@supabase/supabase-js", "#supabase"],
  },
  { files: "app/forms/**", imports: ["(content|forms)/"] },
  {
    files: "app/mail/**",
    imports: ["(content|mail|server)/", "forms/definition$"],
  },
  {
    files: "app/routes/**",
    imports: [
      "(client|components|content|database|forms|mail|server)/",
      "submit\\.server$",
    ],
  },
  {
    files: "app/server/**",
    imports: ["(content|forms|server)/", "styles/sheets$"],
  },
  {
    files: "app/server/middleware/index.server.ts",
    imports: ["(content|server)/"],
    mayUse: ["page-cache"],
  },
  {
    files: "app/server/middleware/toast.server.ts",
    imports: ["(content|forms|server)/"],
    mayUse: ["remix-toast"],
  },
];

/**
 * The houses beside the site: each is entered by its door only. Only its own
 * tests see behind it.
 *
 * @type {{ files: string; ignores?: string[]; regex: string; message: string }[]}
 */
const houses = [
  {
    files: "embedded-supabase/{,files/}*.ts",
    regex: "^[~#]|^\\.\\./",
    message: "The embedded Supabase imports nothing of the site.",
  },
  {
    files: "operator/**",
    ignores: ["operator/tests/**", "operator/waitlist/postgres.ts"],
    regex:
      "^pg$|^~/(?!database/(?:database-folders|error-codes\\.server)|forms/(?:address\\.server|forms|slips\\.server)$|mail/mail-server|server/(?:check-env|env|env-file|env-warnings|log|this-machine)\\.)|^(?:\\.\\./)+(?:app|embedded-supabase|tests)/",
    message:
      "The operator's tools know the site's settings, log and forms, and the doors #supabase and #supabase/files.",
  },
  {
    files: "auditor/**",
    regex: "^[~#]|^(?:\\.\\./)+(?:app|tests/(?!sample)|tools)/",
    message: "The auditor imports nothing of the site.",
  },
  {
    files: "{embedded-supabase,operator}/{tests,testing}/**",
    regex: "^(?:\\.\\./)+(?:app|tests)/",
    message:
      "What tests share is behind the doors #supabase/testing and #operator/testing.",
  },
  {
    files: "tests/**",
    regex: "\\.\\./(?:auditor|embedded-supabase|operator)(?:/|$)",
    message: "The doors are two-modes-audit, #supabase and #operator.",
  },
];

/** Only the files named above may use each of these. */
const doors = [
  {
    name: "remix-toast",
    regex: "^remix-toast",
    message: "Use ~/server/middleware/toast.server.",
  },
  {
    name: "@supabase/supabase-js",
    regex: "^@supabase/",
    message: "Use ~/database/supabase.server.",
  },
  {
    name: "#supabase",
    regex: "^#supabase(?:/files)?$",
    message: "Use ~/database/supabase.server.",
  },
  {
    name: "houses",
    regex: "^#(?!supabase(?:/files)?$)",
    message: "The site knows the doors #supabase and #supabase/files alone.",
  },
  {
    name: "pg",
    regex: "^pg$",
    message: "The operator's tools use it.",
  },
  {
    name: "page-cache",
    regex: "^~/server/middleware/page-cache",
    message: "Only middleware, entry.server and submit.server use it.",
  },
];

/** @type {{ files: string[]; rules: import("eslint").Linter.RulesRecord }[]} */
const importRules = directions.map(({ files, imports, mayUse = [] }) => ({
  files: [files],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          {
            regex: `^~/(?!${imports.join("|")})`,
            message: `${files} does not import it (eslint.config.js).`,
          },
          {
            regex: "^(?:\\.\\./)+(?!build/)[^.]",
            message: "Use ~/, which names the folder.",
          },
          ...doors
            .filter(({ name }) => !mayUse.includes(name))
            .map(({ regex, message }) => ({ regex, message })),
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ["build/", "data/", "reports/", "test-results/"] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    // tsc knows which names exist.
    rules: { "no-undef": "off" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true } },
    // A promise that nobody waits for is marked with void.
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ...jsxA11y.flatConfigs.strict,
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ...reactHooks.configs.flat.recommended,
  },
  ...importRules,
  ...houses.map(({ files, ignores = [], regex, message }) => ({
    files: [files],
    ignores,
    rules: /** @type {import("eslint").Linter.RulesRecord} */ ({
      "no-restricted-imports": ["error", { patterns: [{ regex, message }] }],
    }),
  })),
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/{server/check-env,database/error-codes}.server.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message: "Use ~/server/env.server.",
        },
      ],
    },
  },
);
