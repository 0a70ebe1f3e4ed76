import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/**
 * The rooms of app/, and the other rooms that each may import.
 *
 * @type {Record<string, string[]>}
 */
const rooms = {
  content: [],
  client: ["content", "forms"],
  components: ["client", "content", "forms"],
  commands: ["data", "embedded-supabase", "mail", "server"],
  data: ["embedded-supabase", "server"],
  "embedded-supabase": [],
  forms: ["content", "data", "mail", "server"],
  mail: ["content", "server"],
  routes: ["client", "components", "content", "data", "forms", "server"],
  server: ["content", "forms"],
};

/** Third parties and modules that have one door. */
const doors = [
  { name: "remix-toast", message: "Use ~/server/toast.server." },
  { name: "@supabase/supabase-js", message: "Use ~/data/supabase.server." },
];
const pageCache = {
  regex: "~/server/page-cache",
  message: "Only middleware, entry.server and forms/submit.server use it.",
};

/**
 * @param {string} room
 * @returns {["error", object]}
 */
function closedTo(room) {
  const closed = Object.keys(rooms)
    .filter((other) => other !== room && !rooms[room]?.includes(other))
    .map((other) => ({
      regex: `^~/${other}/`,
      message: `app/${room} does not import app/${other}.`,
    }));
  const mayRenew = ["server", "forms"].includes(room);
  const patterns = mayRenew ? closed : [...closed, pageCache];
  return ["error", { paths: doors, patterns }];
}

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
  ...Object.keys(rooms).map((room) => ({
    files: [`app/${room}/**`],
    rules: { "no-restricted-imports": closedTo(room) },
  })),
  {
    files: ["app/server/toast.server.ts", "app/data/supabase.server.ts"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/server/check-env.server.ts"],
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
