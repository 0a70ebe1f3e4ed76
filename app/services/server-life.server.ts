import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import type { Socket } from "node:net";

/** Milliseconds in which a request has to have been sent whole. */
const sendingTime = 16_000;

/** Milliseconds that what is under way has left after SIGTERM. */
const farewell = 8000;

/** Requests of one connection; browsers send the next when they have the last. */
const longestQueue = 500;

/** Calls `pass` where remix-serve is to answer. */
type Receive = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: () => void,
) => void;

/**
 * remix-serve keeps its server to itself, has no middleware and closes on
 * SIGTERM. Node tells of every server before it listens: there it is given its
 * limits, and an end that nobody can put off.
 *
 * @param receive is given each request before remix-serve is
 * @param afterwards what is to be closed once no request can come
 */
export function watchServer(receive: Receive, afterwards: () => void): void {
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    const { server } = message as { server: unknown };
    if (!(server instanceof Server)) return;
    server.headersTimeout = sendingTime;
    server.requestTimeout = sendingTime;
    // Read as the server begins to listen, and looked at so often.
    Object.assign(server, { connectionsCheckingInterval: 1000 });
    server.once("close", afterwards);

    const answers = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    answerInTurn(server, (request, response) => {
      receive(request, response, () => {
        for (const answer of answers) answer.call(server, request, response);
      });
    });
    leaveOnSignal(server);
  });
}

/**
 * Node begins all requests that come in one packet at once. One visitor's would
 * hold up everyone: here a connection's next waits for its last.
 */
function answerInTurn(server: Server, answer: RequestListener): void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  server.on("request", (request, response) => {
    const { socket } = request;
    const begin = () => {
      response.once("close", () => {
        const next = waiting.get(socket)?.shift();
        if (next) next();
        else waiting.delete(socket);
      });
      answer(request, response);
    };
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      begin();
    } else if (queue.push(begin) > longestQueue) socket.destroy();
  });
}

/**
 * Closing the server waits for every connection: those opened ahead, those half
 * through a request, and those kept alive for another. Only what is being
 * answered is waited for here.
 */
function leaveOnSignal(server: Server): void {
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  let isLeaving = false;

  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", ({ socket }, response) => {
    busy.add(socket);
    if (isLeaving) response.setHeader("Connection", "close");
    response.once("close", () => {
      busy.delete(socket);
      if (isLeaving) socket.destroySoon();
    });
  });

  const leave = () => {
    isLeaving = true;
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy();
    setTimeout(() => server.closeAllConnections(), farewell).unref();
  };
  process.once("SIGTERM", leave).once("SIGINT", leave);
}
