import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

// The last step of `npm run build` starts the site once and asks for a page.
// Node writes what it has compiled when the site ends.

// Node 20 has no compile cache.
if (Number(process.versions.node.split(".")[0]) >= 22) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  const folder = mkdtempSync(path.join(tmpdir(), "kandi-build-"));
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: { start: string };
  };
  const site = spawn(scripts.start, {
    shell: true,
    env: {
      NODE_ENV: "production",
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: folder,
    },
  });
  const ended = once(site, "close");
  let isEnded = false;
  void ended.then(() => (isEnded = true));
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!isEnded && !(await isOpen())) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (!isEnded) await fetch(`http://127.0.0.1:${port}/`);
  site.kill();
  await ended;
  rmSync(folder, { recursive: true });
}
