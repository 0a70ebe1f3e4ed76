import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, truncateSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import { jobs } from "../waitlist/jobs";
import { waitlist, waitlistArguments } from "#operator/testing";
import { databaseFolder, smallDisk, temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
const env = {
  DATA_DIR: databaseFolder(path.join(folder, "data")),
  BACKUP_DIR: path.join(folder, "backups"),
};
afterAll(() => rmSync(folder, { recursive: true }));

const site = await openEmbeddedSupabase(env.DATA_DIR, databaseFolders);
await site.database.exec(`
  insert into beta_signups (email, signup_source)
    select 'raver-' || number || '@gmial.com', 'hero_section' from generate_series(1, 400) as number;
  insert into contact_messages (id, name, email, message, created_at) values
    ('1b4e28ba-2fa1-41d2-883f-0016d3cca427', 'Robin', 'robin@example.com', 'Hi', '2020-01-01'),
    ('1b4e28ba-2fa1-41d2-883f-0016d3cca428', 'Robin', 'robin@example.com', 'Hi', '2020-01-01')`);
const file = (await waitlist(["backup", "--untried"], env)).stdout.trim();
await site.close();

const parameters: Record<string, string> = {
  id: "1b4e28ba-2fa1-41d2-883f-0016d3cca42",
  email: "nobody@example.com",
  file,
};

/** Fails like a disk that is full. */
function fullDisk() {
  const code = "ENOSPC";
  const disk = { writes: 0 };
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => {
      disk.writes += 1;
      done(Object.assign(new Error(`${code}: no space`), { code }));
    },
  });
  return Object.assign(disk, { stdout });
}

const runs = jobs.flatMap(({ name, parameter = "", options }) => {
  // Each run marks another message.
  const asked = (run: number) => {
    const value = parameters[parameter] ?? "";
    return parameter === "id" ? [value + String(7 + run)] : [value];
  };
  const flags = options.filter((option) => ["untried", "yes"].includes(option));
  const all = [...(options.includes("json") ? ["json"] : []), undefined];
  return all.map((json, run) => [
    name,
    ...(parameter ? asked(run) : []),
    ...[...flags, json].flatMap((flag) => (flag ? [`--${flag}`] : [])),
  ]);
});

test.each(runs.map((args) => [args.join(" "), args] as const))(
  "%s says that its output cannot be written, and exits with 1",
  async (_, args) => {
    const disk = fullDisk();
    const { status, stderr } = await waitlist(args, env, disk);
    // A job that has no rows to print says so on stderr.
    if (disk.writes === 0)
      return expect([status, stderr]).toEqual([
        0,
        expect.stringContaining("\n"),
      ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The output is cut off: ENOSPC: no space$/m);
  },
);

/** Runs a command of the operator in a shell, by default with its output in a file. */
const runInto = (
  output: string,
  program: string,
  args: string[] = [],
  shell = 'exec "$@" > "$0"',
) => {
  const [flag = "", imports = "", tsx = ""] = waitlistArguments;
  const { status, stderr } = spawnSync(
    "sh",
    [
      ...["-c", shell, output, process.execPath],
      ...[flag, imports, tsx, program, ...args],
    ],
    {
      encoding: "utf8",
      env: { NODE_ENV: "test", PATH: process.env.PATH, ...env },
    },
  );
  return { status, stderr };
};

test.each([
  ["operator/waitlist.ts", "export-signups"],
  ["operator/waitlist.ts", "--help"],
  ["operator/doctor.ts"],
])("%s %s into a full device is one line and status 1", (program, ...args) => {
  const { status, stderr } = runInto("/dev/full", program, args);
  expect(stderr).toMatch(/^The output is cut off: ENOSPC.*$/m);
  expect(status).toBe(1);
});

test.each([
  ["operator/waitlist.ts", "stats", "--json"],
  ["operator/waitlist.ts", "export-signups"],
  ["operator/waitlist.ts", "--help"],
  ["operator/doctor.ts"],
])("%s %s into a pipe without a reader prints no stack", (program, ...args) => {
  const shell = '{ "$@"; echo "status $?" >&2; } | true';
  const { stderr } = runInto("", program, args, shell);
  expect(stderr).not.toContain("EPIPE");
  // The doctor finds that the tests' settings are not those of a site.
  if (program !== "operator/doctor.ts") expect(stderr).toMatch(/^status 0$/m);
});

test("an export onto a disk that fills up keeps what fits, and says that it is cut off", async ({
  skip,
}) => {
  const disk = await smallDisk(1);
  if (!disk) return skip("only root may mount");
  disk.fill();
  truncateSync(path.join(disk.root, "filler"), 2 ** 20 - 8192);
  const output = path.join(disk.root, "out.csv");
  const { status, stderr } = runInto(output, "operator/waitlist.ts", [
    "export-signups",
  ]);
  expect(status).toBe(1);
  expect(readFileSync(output, "utf8").split("\n").length).toBeGreaterThan(40);
  expect(stderr).toMatch(/^The output is cut off: ENOSPC.*\n$/);
  disk.stop();
});
