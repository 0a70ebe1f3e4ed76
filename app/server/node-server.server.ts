import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Server, STATUS_CODES } from "node:http";
import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { env } from "~/server/env.server";
import { exitWithMessage } from "~/server/log.server";
import { handle } from "~/server/middleware.server";
import { bareAnswerHeaders } from "~/server/middleware/security-headers.server";

/** Limits how long a client may take to send a whole request. */
const requestTimeoutMs = 16_000;

/** Limits how long a client may pause while it reads an answer. */
const readTimeoutMs = 16_000;

/** Open requests have this long to finish after SIGTERM. */
const shutdownGraceMs = 8000;

/** Node documents the last two only as options of createServer. */
const serverSettings = {
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  // A socket is idle during a query and while its client does not read.
  timeout: env.SUPABASE_TIMEOUT_MS + readTimeoutMs,
  // How often Node checks the timeouts. Node reads this once, at listen().
  connectionsCheckingInterval: 1000,
  // Node's own 400 lacks the security headers; the middleware refuses it.
  requireHostHeader: false,
};

/**
 * Open requests per connection. Browsers have one; Node starts all requests of
 * a packet at once and keeps the head of each.
 */
const maximumPipelined = 2;

/**
 * remix-serve does not expose its server and has no middleware. Node publishes
 * each server on a diagnostics channel before it listens; there this adds both
 * limits and middleware.
 *
 * @param onFound receives the server and a function that ends its connections
 */
export function onServer(
  onFound: (server: Server, shutDown: () => void) => void,
): void {
  const channel = "tracing:net.server.listen:asyncStart";
  // remix-serve listens in the tick in which it has imported the site.
  const notFound = setImmediate(() => refuseNode("publishes no server"));
  const find = (message: unknown) => {
    const { server } = message as { server: unknown };
    if (!(server instanceof Server)) return;
    clearImmediate(notFound);
    unsubscribe(channel, find);
    onFound(server, equip(server));
    silence(server);
  };
  subscribe(channel, find);
}

/** The site must not run without its limits and middleware. */
const refuseNode = (problem: string): never =>
  exitWithMessage(
    `Node ${process.version} ${problem}, so the site would have no limits; use a Node that README.md names.`,
  );

/** Removes remix-serve's listener, which prints two addresses of its own. */
function silence(server: Server): void {
  const others = server.rawListeners("listening");
  // listen() adds its callback after this, and calls it in a later tick.
  process.nextTick(() => {
    for (const listener of server.rawListeners("listening")) {
      if (others.includes(listener) || !("listener" in listener)) continue;
      server.off("listening", listener.listener as () => void);
    }
  });
}

/**
 * Adds limits and middleware.
 *
 * @returns a function that ends the connections within the grace period
 */
function equip(server: Server): () => void {
  for (const name of Object.keys(serverSettings)) {
    if (!(name in server)) refuseNode(`has no ${name} on its server`);
  }
  Object.assign(server, serverSettings);
  const remix = server.listeners("request") as RequestListener[];
  if (remix.length === 0) refuseNode("publishes a server that answers nothing");
  server.removeAllListeners("request");
  return guardConnections(server, (request, response) => {
    handle(request, response, () => {
      for (const listener of remix) listener.call(server, request, response);
    });
  });
}

/** @returns a function that ends the connections within the grace period */
function guardConnections(server: Server, listener: RequestListener) {
  /** The pending responses of each connection. */
  const open = new Map<Socket, Set<ServerResponse>>();
  let isShuttingDown = false;

  server.on("connection", (socket: Socket) => {
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });

  const onRequest: RequestListener = (request, response) => {
    const { socket } = request;
    const responses = open.get(socket);
    if (socket.destroyed || !responses) return;
    if (responses.size === maximumPipelined) {
      socket.destroy();
      return;
    }
    responses.add(response);
    if (isShuttingDown) response.setHeader("Connection", "close");
    response.once("close", () => {
      responses.delete(response);
      if (isShuttingDown) socket.destroySoon();
    });
    listener(request, response);
  };
  server.on("request", onRequest);
  // Node answers an unknown Expect with a bare 417.
  server.on("checkExpectation", onRequest);

  server.on("clientError", (error, socket) => {
    const responses = [...(open.get(socket as Socket) ?? [])];
    if (socket.writable && !responses.some(({ headersSent }) => headersSent)) {
      socket.write(bareAnswer((error as NodeJS.ErrnoException).code));
    }
    socket.destroy();
  });

  // server.close() waits for connections that have sent nothing yet, or half a
  // request. This waits only for pending answers.
  return () => {
    isShuttingDown = true;
    for (const [socket, { size }] of open) if (size === 0) socket.destroy();
    setTimeout(() => server.closeAllConnections(), shutdownGraceMs).unref();
  };
}

/** Node's own statuses for its parser's errors; all others are 400. */
const parserStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a request that Node cannot parse, with the usual headers. */
function bareAnswer(code = ""): string {
  const status = parserStatuses[code] ?? 400;
  const headers = { Connection: "close", ...bareAnswerHeaders };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");
}
