import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import packageJson from "../../package.json" with { type: "json" };
import { isInstalled } from "#supabase/testing";
import { createVolume, startContainer } from "../support/project/container";
import { buildImage, imageCommit } from "../support/project/container-image";
import type { Image } from "../support/project/container-image";
import { post, signupFields } from "../support/visitors/post";
import { newAddress } from "../support/visitors/test";

const lacking = [
  ...["buildah", "crun", "unshare"].filter((name) => !isInstalled(name)),
  ...(process.getuid?.() === 0 ? [] : ["right of root"]),
];

if (lacking.length > 0) {
  test("every promise of the container", () => {
    test.skip(true, `not here: ${lacking.join(", ")}`);
  });
} else {
  test.describe.configure({ mode: "default" });
  let image: Image;
  test.beforeAll(() => {
    image = buildImage();
  });
  test.afterAll(() => image?.remove());

  test("the image runs npm start's command as a user who owns only the volume", () => {
    const { config, root } = image;
    expect(`exec ${config.Cmd.join(" ")}`).toBe(packageJson.scripts.start);
    expect(config).toMatchObject({
      User: "node",
      Volumes: { "/data": {} },
      ExposedPorts: { "3000/tcp": {} },
    });
    const { uid, mode } = statSync(path.join(root, "data"));
    expect([uid, mode & 0o777]).toEqual([1000, 0o700]);
  });

  test("the image has no development package, no tests and no settings", () => {
    for (const name of [
      ...["tests", "docs", ".git", ".env", "data"],
      ...Object.keys(packageJson.devDependencies)
        // tsx needs it.
        .filter((name) => name !== "esbuild")
        .map((name) => `node_modules/${name}`),
    ]) {
      const file = path.join(image.root, image.config.WorkingDir, name);
      expect(existsSync(file), name).toBe(false);
    }
  });

  test("on a read-only system a signup on the volume survives a kill, and SIGTERM ends the site in time", async () => {
    const volume = createVolume(image);
    const email = newAddress();
    const first = await startContainer(image, volume);
    const posted = await post(first.url, signupFields({ email }));
    expect(posted.status).toBe(303);
    expect(await first.stop("SIGKILL")).toBe(128 + 9);

    const second = await startContainer(image, volume);
    const run = (job: string) =>
      second.exec("npm", "run", "--silent", "waitlist", "--", job);
    expect((await run("export-signups")).stdout).toContain(email);
    for (const job of ["stats", "check", "migrations", "backup", "doubtful"])
      expect(await run(job), job).toMatchObject({ status: 0 });
    const [kind, ...healthcheck] = image.config.Healthcheck.Test;
    expect(kind).toBe("CMD");
    expect(await second.exec(...healthcheck)).toMatchObject({ status: 0 });
    const elsewhere = await second.exec("env", "PORT=1", ...healthcheck);
    expect(elsewhere.status).toBe(1);
    expect(second.output()).toContain(`(${imageCommit})`);
    const writing = await second.exec("mkdir", "/site/made");
    expect(writing.stderr).toContain("Read-only file system");
    const doctor = await second.exec("npm", "run", "doctor");
    expect(doctor, doctor.stdout).toMatchObject({ status: 0 });

    const asked = performance.now();
    expect(await second.stop("SIGTERM")).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
  });
}
