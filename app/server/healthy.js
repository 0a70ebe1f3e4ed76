// Exits with 0 once the site on PORT stores, and with 1 if it does not within ten
// seconds. The unit and the container run this.
import { get } from "node:http";
import { setTimeout } from "node:timers/promises";
import "./load-env.js";

const { PORT = "3000", HOST } = process.env;
const isHealthy = () =>
  new Promise((resolve) =>
    get({
      ...{ host: HOST || "127.0.0.1", port: PORT, path: "/healthz" },
      // No proxy is between.
      agent: false,
      signal: AbortSignal.timeout(4000),
    })
      .once("response", ({ statusCode }) => resolve(statusCode === 200))
      .once("error", () => resolve(false)),
  );

const deadline = performance.now() + 10_000;
while (!(await isHealthy())) {
  if (performance.now() > deadline) process.exit(1);
  await setTimeout(500);
}
process.exit();
