import type { z } from "zod";
import { groups, schema, secrets } from "~/server/env-schema.server";
import type { Env } from "~/server/env-schema.server";

type Source = Record<string, string | undefined>;

export interface Variable {
  name: string;
  /** Its value, or the length of a secret; undefined if it is not set. */
  held: string | undefined;
  /** Its default, if it has one. */
  fallback: string | number | undefined;
  /** One line: the variable, what it holds and what it should be. */
  problem: string | undefined;
}

/**
 * Looks at every variable, and never tells a secret's value.
 *
 * @returns no env where one of them is wrong
 */
export function checkEnv(source: Source = process.env): {
  env: Env | undefined;
  variables: Variable[];
} {
  // An empty line in a .env file means: not set.
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value?.trim()),
  );
  const parsed = schema.safeParse(set);
  // The first issue of a variable counts.
  const expected = new Map(
    parsed.error?.issues
      .map(({ path, message }) => [String(path[0]), message] as const)
      .reverse(),
  );
  // remix-serve, which reads PORT by itself, takes an empty one for any port.
  if (source.PORT?.trim() === "") {
    expected.set("PORT", "a whole number from 1 to 65535, or not set");
  }
  for (const group of groups) {
    const other = group.find((name) => set[name]);
    for (const name of group) {
      if (set[name] || !other) continue;
      expected.set(name, `set too, because ${other} is (all or none)`);
    }
  }
  if (set.SUPABASE_URL && !set.SESSION_SECRET) {
    expected.set(
      "SESSION_SECRET",
      "set when Supabase is: at least 16 random characters, the same for every process of the site",
    );
  }
  const variables = Object.entries(schema.shape).map(([name, variable]) => {
    const value = name === "PORT" ? source.PORT : set[name];
    const should = expected.get(name);
    return {
      name,
      held: value === undefined ? undefined : shown(name, value),
      fallback: (variable as z.ZodType<string | number>).safeParse(undefined)
        .data,
      problem: should && `${name} ${is(name, value)}; it should be ${should}.`,
    };
  });
  return {
    env: expected.size === 0 ? parsed.data : undefined,
    variables,
  };
}

/**
 * @throws Error whose message has a line for each wrong variable: its name, what
 *   it holds (never a secret's value) and what it should be.
 */
export function readEnv(source?: Source): Env {
  const { env, variables } = checkEnv(source);
  if (env) return env;
  throw new Error(variables.flatMap(({ problem }) => problem ?? []).join("\n"));
}

function shown(name: string, value: string) {
  if (secrets.includes(name)) return `${value.length} characters`;
  return JSON.stringify(value.replace(/\/\/[^/]*@/, "//***@"));
}

function is(name: string, value: string | undefined) {
  if (value === undefined) return "is not set";
  const verb = secrets.includes(name) ? "holds" : "is";
  return `${verb} ${shown(name, value)}`;
}
