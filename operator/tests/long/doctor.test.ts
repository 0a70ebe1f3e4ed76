import { expect, test } from "vitest";
import { main } from "../../doctor/main";
import { startPostgres } from "../../../tests/support/fixtures/postgres";
import { freePort } from "../../../tests/support/fixtures/site";

test("the doctor says what to do about DATABASE_URL, and prints no piece of it", async () => {
  const postgres = startPostgres();
  postgres.psql([], "create role evil login; create database empty");
  const { href } = postgres.url;
  for (const [DATABASE_URL, ...problems] of [
    [href],
    [href.replace("postgres@", "new:EVIL@"), "refuses the user or password."],
    [href.replace("postgres@", "evil@"), "name the user that owns the tables"],
    [href.replace(postgres.name, "EVIL"), "error 3D000; let DATABASE_URL name"],
    [href.replace(postgres.name, "empty"), "run the files of supabase/"],
    ["postgresql://me:EVIL@no-such-host.invalid/", "is not percent-encoded"],
  ] as [string, ...string[]][]) {
    const lines: string[] = [];
    const env = { PORT: String(await freePort()), DATABASE_URL };
    const status = await main((line) => lines.push(line), env);
    expect(lines.filter((line) => line.startsWith("✗"))).toEqual(
      problems.map((problem) => expect.stringContaining(problem) as unknown),
    );
    expect(status).toBe(problems.length);
    expect(lines.join("\n")).not.toMatch(/evil/i);
  }
  postgres.stop();
});
