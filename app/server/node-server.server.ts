import http, { STATUS_CODES } from "node:http";
import type {
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { env } from "~/server/env.server";
import { exitWithMessage } from "~/server/log.server";
import { handle } from "~/server/middleware.server";
import { bareAnswerHeaders } from "~/server/middleware/security-headers.server";

/** Limits how long a client may take to send a head, or may pause in a body. */
const sendTimeoutMs = 16_000;

/** Bytes per second. A slower body is cut off; the longest takes four minutes. */
const minimumRate = 500;

/** Limits how long a client may pause while it reads an answer. */
const readTimeoutMs = 16_000;

/** Open requests have this long to finish after SIGTERM. */
const shutdownGraceMs = 8000;

/** Node's own requestTimeout of five minutes stays the limit of a whole request. */
const serverOptions = {
  headersTimeout: sendTimeoutMs,
  // How often Node checks its timeouts.
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
 * remix-serve has no middleware and keeps its server to itself. Express makes that
 * server by `http.createServer`, which this replaces for one call.
 *
 * @param onServer receives the server and a function that ends its connections
 */
export function replaceCreateServer(
  onServer: (server: Server, shutDown: () => void) => void,
): void {
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
    const server = createServer(serverOptions);
    // A socket is idle during a query and while its client does not read.
    server.setTimeout(env.SUPABASE_TIMEOUT_MS + readTimeoutMs);
    const shutDown = guardConnections(server, (request, response) => {
      handle(request, response, () => void remix(request, response));
    });
    // remix-serve's callback would print two addresses of its own.
    const listen = server.listen.bind(server);
    server.listen = () => listen(env.PORT, env.HOST);
    onServer(server, shutDown);
    return server;
  };
  Object.assign(http, { createServer: makeServer });
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
    limitBody(request, () => cutOff(socket, 408));
    response.once("close", () => {
      responses.delete(response);
      if (isShuttingDown) socket.destroySoon();
    });
    listener(request, response);
  };
  server.on("request", onRequest);
  // Node answers an unknown Expect with a bare 417.
  server.on("checkExpectation", onRequest);

  const cutOff = (socket: Socket, status: number) => {
    const responses = [...(open.get(socket) ?? [])];
    if (socket.writable && !responses.some(({ headersSent }) => headersSent)) {
      socket.write(bareAnswer(status));
    }
    socket.destroy();
  };
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
    cutOff(socket as Socket, parserStatuses[code] ?? 400);
  });

  // server.close() waits for connections that have sent nothing yet, or half a
  // request. This waits only for pending answers.
  return () => {
    isShuttingDown = true;
    for (const [socket, { size }] of open) if (size === 0) socket.destroy();
    setTimeout(() => server.closeAllConnections(), shutdownGraceMs).unref();
  };
}

/**
 * Limits a body by its progress, because a long message takes its time on a slow
 * network. Each byte earns time for the next, and never more than the longest pause.
 */
function limitBody(request: IncomingMessage, cutOff: () => void): void {
  const { headers, socket } = request;
  if (!headers["content-length"] && !headers["transfer-encoding"]) return;
  let read = socket.bytesRead;
  let timeLeft = sendTimeoutMs;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer);
    const earned = ((socket.bytesRead - read) / minimumRate) * 1000;
    timeLeft = Math.min(timeLeft - 1000 + earned, sendTimeoutMs);
    read = socket.bytesRead;
    if (timeLeft <= 0) cutOff();
  }, 1000).unref();
}

/** Node's own statuses for its parser's errors; all others are 400. */
const parserStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a request that Node cannot parse, with the usual headers. */
function bareAnswer(status: number): string {
  const headers = { Connection: "close", ...bareAnswerHeaders };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");
}
