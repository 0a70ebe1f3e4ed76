import { subscribe } from "node:diagnostics_channel";
import { Server, STATUS_CODES } from "node:http";
import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { env } from "~/server/env.server";
import { exitWithMessage } from "~/server/log.server";
import { handle } from "~/server/middleware.server";
import { bareAnswerHeaders } from "~/server/security-headers.server";

/** Milliseconds in which a client has to send a request whole. */
const requestTimeoutMs = 16_000;

/** Milliseconds in which a client has to read on, once there is an answer. */
const readTimeoutMs = 16_000;

/** Milliseconds that requests under way have left after SIGTERM. */
const shutdownGraceMs = 8000;

/** Milliseconds after SIGTERM in which everything has ended. */
const shutdownLimitMs = 9000;

/** Node documents the last two as options of createServer only. */
const serverSettings = {
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  // A socket is quiet while the database is asked and while nobody reads.
  timeout: env.SUPABASE_TIMEOUT_MS + readTimeoutMs,
  // Node reads this once, at listen(): how often it looks at the timeouts.
  connectionsCheckingInterval: 1000,
  // Node's own 400 lacks the security headers; the middleware refuses it.
  requireHostHeader: false,
};

/**
 * Requests that one connection may have open. Browsers open one; Node begins
 * all that come in one packet, and holds the head of each.
 */
const maximumPipelined = 2;

/** Ends the process: without limits and middleware the site must not run. */
const refuseNode = (problem: string): never =>
  exitWithMessage(
    `Node ${process.version} ${problem}, so the site would have no limits; use a Node that README.md names.`,
  );

/**
 * remix-serve keeps its server to itself, has no middleware and closes on
 * SIGTERM. Node publishes every server before it listens: there it gets its
 * limits, its middleware and an end that no client can put off.
 *
 * @param onListening says that the site is there
 * @param afterwards closes what is open once no request can come, in the
 *   milliseconds that are left
 */
export function watchServer(
  onListening: () => void,
  afterwards: (milliseconds: number) => void,
): void {
  // remix-serve listens as soon as it has imported this, in the same tick.
  const unseen = setImmediate(() => refuseNode("publishes no server"));
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    const { server } = message as { server: unknown };
    if (!(server instanceof Server)) return;
    clearImmediate(unseen);
    for (const name of Object.keys(serverSettings)) {
      if (!(name in server)) refuseNode(`has no ${name} on its server`);
    }
    Object.assign(server, serverSettings);
    const leave = () => {
      const end = performance.now() + shutdownLimitMs;
      server.once("close", () => afterwards(end - performance.now()));
    };
    process.once("SIGTERM", leave).once("SIGINT", leave);
    // listen() adds remix-serve's callback after this and calls it in a later
    // tick. All that it does is print two addresses of its own.
    process.nextTick(() => {
      for (const announce of server.rawListeners("listening")) {
        if (!("listener" in announce)) continue;
        server.off("listening", announce.listener as () => void);
      }
      server.once("listening", onListening);
    });

    const answers = server.listeners("request") as RequestListener[];
    if (answers.length === 0)
      refuseNode("publishes a server that answers nothing");
    server.removeAllListeners("request");
    guardConnections(server, (request, response) => {
      handle(request, response, () => {
        for (const answer of answers) answer.call(server, request, response);
      });
    });
  });
}

function guardConnections(server: Server, answer: RequestListener): void {
  /** Each connection's requests that are not answered yet. */
  const open = new Map<Socket, Set<ServerResponse>>();
  let isLeaving = false;

  server.on("connection", (socket: Socket) => {
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });

  const begin: RequestListener = (request, response) => {
    const { socket } = request;
    const responses = open.get(socket);
    if (socket.destroyed || !responses) return;
    if (responses.size === maximumPipelined) {
      socket.destroy();
      return;
    }
    responses.add(response);
    if (isLeaving) response.setHeader("Connection", "close");
    response.once("close", () => {
      responses.delete(response);
      if (isLeaving) socket.destroySoon();
    });
    answer(request, response);
  };
  server.on("request", begin);
  // Node answers an Expect that it does not know with a bare 417.
  server.on("checkExpectation", begin);

  server.on("clientError", (error, socket) => {
    const responses = [...(open.get(socket as Socket) ?? [])];
    if (socket.writable && !responses.some(({ headersSent }) => headersSent)) {
      socket.write(bareAnswer((error as NodeJS.ErrnoException).code));
    }
    socket.destroy();
  });

  // Closing the server waits for every connection: those opened ahead, those
  // half through a request and those kept alive. Only answers are waited for.
  const leave = () => {
    isLeaving = true;
    for (const [socket, { size }] of open) if (size === 0) socket.destroy();
    setTimeout(() => server.closeAllConnections(), shutdownGraceMs).unref();
  };
  process.once("SIGTERM", leave).once("SIGINT", leave);
}

/** Node's own statuses for what its parser refuses; anything else is 400. */
const parserStatuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Node's answer to what is no request, with the headers of every answer. */
function bareAnswer(code = ""): string {
  const status = parserStatuses[code] ?? 400;
  const headers = { Connection: "close", ...bareAnswerHeaders };
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "\r\n",
  ].join("\r\n");
}
