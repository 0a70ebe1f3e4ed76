import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import packageJson from "../../package.json" with { type: "json" };
import { missingFor } from "../support/project/bare-system";
import {
  buildImage,
  imageCommit,
  startContainer,
} from "../support/project/container";
import { post, signupFields } from "../support/visitors/post";
import { newAddress } from "../support/visitors/test";

const missing = missingFor("buildah");

test("the image runs npm start's command and the operator's commands as a user who can write to the volume alone", async () => {
  test.skip(missing.length > 0, `not here: ${missing.join(", ")}`);
  const image = buildImage();
  try {
    const { root, config } = image;
    expect(`exec ${config.Cmd.join(" ")}`).toBe(packageJson.scripts.start);
    expect(config).toMatchObject({
      User: "node",
      Volumes: { "/data": {} },
      ExposedPorts: { "3000/tcp": {} },
    });
    expect(statSync(image.volume).mode & 0o777).toBe(0o700);
    for (const name of [
      ...["tests", "docs", ".git", ".env", "data"],
      ...Object.keys(packageJson.devDependencies)
        // tsx needs it.
        .filter((name) => name !== "esbuild")
        .map((name) => `node_modules/${name}`),
    ]) {
      const file = path.join(root, config.WorkingDir, name);
      expect(existsSync(file), name).toBe(false);
    }

    const { url, exec, output, stop } = await startContainer(image);
    const email = newAddress();
    const posted = await post(url, signupFields({ email }));
    expect(posted.status).toBe(303);
    expect(output()).toContain(`(${imageCommit})`);
    const writing = await exec("mkdir", "/site/made");
    expect(writing.stderr).toContain("Read-only file system");
    const [kind, ...healthcheck] = config.Healthcheck.Test;
    expect(kind).toBe("CMD");
    const list = ["npm", "run", "--silent", "waitlist", "--"];
    const commands: [status: number, command: string[]][] = [
      [0, healthcheck],
      [1, ["env", "PORT=1", ...healthcheck]],
      [0, ["npm", "run", "doctor"]],
      [0, [...list, "check"]],
      [0, [...list, "backup"]],
      [0, [...list, "doubtful"]],
    ];
    for (const [status, command] of commands) {
      const ended = await exec(...command);
      expect(ended.status, ended.stdout + ended.stderr).toBe(status);
    }
    const exported = await exec(...list, "export-signups");
    expect(exported.stdout).toContain(email);

    const asked = performance.now();
    expect(await stop()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
  } finally {
    image.remove();
  }
});
