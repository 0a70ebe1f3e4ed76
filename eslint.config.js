import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["build/", "data/", "reports/", "test-results/"] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    // tsc knows which names exist.
    rules: { "no-undef": "off" },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ...jsxA11y.flatConfigs.strict,
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ...reactHooks.configs.flat.recommended,
  },
  {
    // The house: within app/ each third party and the environment have one door.
    files: ["app/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "remix-toast", message: "Use ~/services/toast.server." },
            {
              name: "@supabase/supabase-js",
              message: "Use ~/data/supabase.server.",
            },
          ],
        },
      ],
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "env",
          message: "Use ~/services/env.server.",
        },
      ],
    },
  },
  {
    files: ["app/services/toast.server.ts", "app/data/supabase.server.ts"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    files: ["app/services/env-schema.server.ts"],
    rules: { "no-restricted-properties": "off" },
  },
);
