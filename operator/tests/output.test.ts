import { statSync, truncateSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { jobs } from "../waitlist/jobs";
import { openSite, waitlist } from "#operator/testing";
import { databaseFolder, runProgram, smallDisk } from "#supabase/testing";

const id = "1b4e28ba-2fa1-41d2-883f-0016d3cca427";
// `check` prints only what is wrong.
const site = await openSite(`
  alter table beta_signups disable row level security;
  insert into beta_signups (email, signup_source)
    select 'raver-' || number || '@gmial.com', 'hero_section' from generate_series(1, 400) as number;
  insert into contact_messages (id, name, email, message, created_at) values
    ('${id}', 'Robin', 'robin@example.com', 'Hi', '2020-01-01');
  insert into contact_messages (name, email, message)
    select 'Robin', 'robin@example.com', 'No. ' || number || repeat('.', 1000) from generate_series(1, 20) as number`);
afterAll(site.end);
const file = (await site.job("backup")).stdout.trim();

/** Fails with the code, such as that of a full disk. */
function failingStdout(code: string) {
  const stdout = new Writable({
    write: (_chunk, _encoding, done) =>
      done(Object.assign(new Error(`${code}: no space`), { code })),
  });
  return { stdout };
}

/** The words of each job that prints. */
const words: Record<string, string[]> = {
  ...{ "id...": [id], "email...": ["nobody@example.com"], file: [file] },
  "old new": ["raver-2@gmial.com", "raver-2@gmail.com"],
};
const runs = jobs
  .filter(({ name }) => name !== "erase-again")
  .map(({ name, parameters = "", asks }) => [
    name,
    ...(words[parameters] ?? []),
    ...(asks ? ["--yes"] : []),
  ]);

test.each([...runs, ["stats", "--json"], ["--help"]].map((args) => [args]))(
  "%j says that its output cannot be written, and exits with 1",
  async (args) => {
    // Only this one needs the site to be stopped.
    const other = path.join(site.folder, "other");
    const isRestore = args[0] === "restore";
    const DATA_DIR = isRestore ? databaseFolder(other) : site.env.DATA_DIR;
    const { status, stderr } = await waitlist(
      args,
      { ...site.env, DATA_DIR },
      failingStdout("ENOSPC"),
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The output is cut off: ENOSPC: no space$/m);
  },
);

test("a reader that stops reading ends a job, unless it changes rows", async () => {
  const run = (...args: string[]) =>
    waitlist(args, site.env, failingStdout("EPIPE"));
  expect(await run("signups")).toMatchObject({ status: 0, stderr: "" });
  const erased = await run("erase-person", "raver-1@gmial.com", "--yes");
  expect(erased.stderr).toMatch(/^Searched for/);
  const { stderr } = await site.job("export-signups");
  expect(stderr).toBe("399 rows\n");
});

/** Runs a command of the operator in a shell, by default with its output in a file. */
const runInto = (output: string, command: string[], shell = '"$@" > "$0"') =>
  runProgram(
    "sh",
    ["-c", shell, output, process.execPath, "--import", "tsx", ...command],
    { env: { NODE_ENV: "test", PATH: process.env.PATH, ...site.env } },
  );

test.each([[["operator/waitlist.ts", "signups"]], [["operator/doctor.ts"]]])(
  "%j into a full device is one line and status 1, and into a pipe without a reader no stack",
  async (command) => {
    const full = await runInto("/dev/full", command);
    expect(full.stderr).toMatch(/^The output is cut off: ENOSPC.*$/m);
    expect(full.status).toBe(1);
    const shell = '{ "$@"; echo "status $?" >&2; } | true';
    const { stderr } = await runInto("", command, shell);
    expect(stderr).not.toContain("EPIPE");
    // What the doctor finds depends on the machine.
    if (command.length > 1) expect(stderr).toMatch(/^status 0$/m);
  },
);

test("a list onto a disk that takes a part of it keeps that, and says that it is cut off", async ({
  skip,
}) => {
  const disk = await smallDisk(1);
  if (!disk) return skip("only root may mount");
  disk.fill();
  const left = 8192;
  truncateSync(path.join(disk.root, "filler"), 2 ** 20 - left);
  const output = path.join(disk.root, "out.csv");
  // All of it is one write.
  const job = ["operator/waitlist.ts", "unanswered"];
  const { status, stderr } = await runInto(output, job);
  expect(status).toBe(1);
  expect(statSync(output).size).toBe(left);
  expect(stderr).toMatch(/^The output is cut off: ENOSPC.*\n$/);
  disk.stop();
});
