import http from "node:http";
import type { RequestListener, Server } from "node:http";
import { env } from "~/server/env.server";
import { exitWithMessage } from "~/server/log.server";
import { handle } from "~/server/middleware/index.server";

/** Limits how long a client may pause while it reads an answer, in milliseconds. */
const readTimeoutMs = 16_000;

/** Node's own limits, in milliseconds. A proxy in front of the site holds slow clients. */
const serverOptions = {
  headersTimeout: 16_000,
  // The longest form on a slow network.
  requestTimeout: 120_000,
  // An idle connection that the site closes just as a proxy sends a post on it loses
  // the post. Proxies give theirs up after 60 s (nginx) or are told to.
  keepAliveTimeout: env.CLIENT_IP_HEADER ? 75_000 : 65_000,
  // How often Node checks the first two.
  connectionsCheckingInterval: 1000,
  // Bytes. A parent domain's cookies may take 16 kB, and the site's own page says so.
  maxHeaderSize: 64 * 1024,
  // Node's own 400 lacks the security headers; the middleware refuses it.
  requireHostHeader: false,
};

/**
 * remix-serve has no middleware and keeps its server to itself. Express makes that
 * server by `http.createServer`, which this replaces for one call.
 *
 * @param onServer receives the server
 */
export function replaceCreateServer(onServer: (server: Server) => void): void {
  const { createServer } = http;
  // remix-serve listens in the tick in which it has imported the site.
  const notCalled = setImmediate(() =>
    exitWithMessage(
      "remix-serve has made its server otherwise than by http.createServer, so the site would have no limits; use the version that package.json names.",
    ),
  );
  const makeServer = (remix: RequestListener) => {
    Object.assign(http, { createServer });
    clearImmediate(notCalled);
    const server = createServer(serverOptions, (request, response) => {
      handle(request, response, () => void remix(request, response));
    });
    // A socket is idle during a query and while its client does not read.
    server.setTimeout(env.SUPABASE_TIMEOUT_MS + readTimeoutMs);
    // remix-serve's callback would print two addresses of its own.
    const listen = server.listen.bind(server);
    server.listen = () => listen(env.PORT, env.HOST);
    onServer(server);
    return server;
  };
  Object.assign(http, { createServer: makeServer });
}
