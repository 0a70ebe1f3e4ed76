import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, realpathSync } from "node:fs";
import { rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { freePort, temporaryFolder } from "#supabase/testing";
import { findNode } from "../../tools/nodes.js";
import { missingFor, npmSettings, run } from "../support/project/bare-system";

const lacking = missingFor("debootstrap", "apt-get", "git");
test.skip(lacking.length > 0, `not here: ${lacking.join(", ")}`);
test.describe.configure({ mode: "serial", timeout: 3 * 3_600_000 });

/** Debian's smallest system, and Node. */
let root: string;
let variables: string[];
test.beforeAll(() => {
  if (lacking.length > 0) return;
  root = temporaryFolder();
  // Another user needs to enter it, too.
  chmodSync(root, 0o755);
  const release = "bookworm";
  const [mirror = ""] = run(
    ...(["apt-get", "indextargets", "--format", "$(REPO_URI)"] as const),
    ...[`Codename: ${release}`, "Created-By: Packages"],
  ).split("\n");
  run("debootstrap", "--variant=minbase", release, root, mirror);
  for (const file of ["/etc/resolv.conf", "/etc/hosts"]) {
    copyFileSync(file, path.join(root, file));
  }
  const place = (name: string) => path.join(root, "usr/local", name);
  copyFileSync(findNode("24") ?? process.execPath, place("bin/node"));
  const npm = path.resolve(realpathSync(run("which", "npm")), "../..");
  cpSync(npm, place("lib/node_modules/npm"), { recursive: true });
  for (const name of ["npm", "npx"])
    symlinkSync(
      `/usr/local/lib/node_modules/npm/bin/${name}-cli.js`,
      place(`bin/${name}`),
    );
  variables = npmSettings(root);
  run("chroot", root, "useradd", "--create-home", "raver");
});
test.afterAll(() => {
  if (root) rmSync(root, { recursive: true });
});

const enter =
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"';

/** Runs a line of README in the system. @returns its exit status */
function runAs(user: string, home: string, line: string, PORT: number) {
  const { status } = spawnSync(
    "unshare",
    [
      ...["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", enter],
      ...[root, `--userspec=${user}:${user}`, root, "env", "-i"],
      "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      ...[`HOME=${home}`, `PORT=${PORT}`, ...variables],
      ...["sh", "-c", `cd ~/kandi && ${line}`],
    ],
    { stdio: "inherit" },
  );
  return status;
}

/** Ends the site, which must still run, once its first page is there. */
const untilServed = `site=$!
while kill -0 $site && ! node -e '
  fetch("http://localhost:" + process.env.PORT).then(({ status }) => process.exit(status - 200), () => process.exit(1))
'; do sleep 1; done
kill $site && wait $site`;

// Root comes first: it may install the browser that the other user finds.
for (const [user, home] of [
  ["root", "/root"],
  ["raver", "/home/raver"],
] as const) {
  test(`on a bare Debian README's two lines work as ${user}`, async () => {
    const clone = path.join(home, "kandi");
    run("git", "clone", "--quiet", ".", path.join(root, clone));
    run("chroot", root, "chown", "--recursive", `${user}:${user}`, clone);
    const port = await freePort();
    const start = `{ npm start & ${untilServed}; }`;
    const first = `npm ci && npm run build && ${start}`;
    expect(runAs(user, home, first, port)).toBe(0);
    expect(runAs(user, home, "npm ci && npm test", port)).toBe(0);
  });
}
