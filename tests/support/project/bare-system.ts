import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { missingOf } from "#supabase/testing";

/** @returns the program's output */
export const run = (program: string, ...words: string[]) =>
  execFileSync(program, words, { encoding: "utf8", stdio: "pipe" }).trim();

/** What this machine lacks for a system of its own. */
export const missingFor = (...programs: string[]): string[] => [
  ...missingOf([...programs, "unshare"]),
  ...(process.getuid?.() === 0 ? [] : ["right of root"]),
];

/**
 * Copies this machine's certificates into a system.
 *
 * @returns variables with which npm uses them, and this machine's registry
 */
export function npmSettings(root: string): string[] {
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  mkdirSync(path.join(root, "etc"), { recursive: true });
  writeFileSync(
    path.join(root, "etc/authorities.crt"),
    authorities ? readFileSync(authorities) : "",
  );
  return [
    `npm_config_registry=${run("npm", "config", "get", "registry")}`,
    "NODE_EXTRA_CA_CERTS=/etc/authorities.crt",
  ];
}
