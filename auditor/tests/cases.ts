import { rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { audit, type Options } from "../audit";
import { listen, temporaryFolder } from "../programs";
import type { Description } from "../site";

/** Audits a site, and keeps no folder of it. */
export async function auditOnce(site: Description, options: Options = {}) {
  const out = temporaryFolder();
  const report = await audit(site, { ...options, out });
  rmSync(out, { recursive: true });
  return report;
}

/** Serves pages on a free port, as HTML unless the answer says another type. */
export async function serve(answer: RequestListener) {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    answer(request, response);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, stop };
}
