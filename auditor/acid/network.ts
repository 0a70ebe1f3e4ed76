import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/** How often the answers of one moment are looked at, in milliseconds. */
export const pause = 50;

/** Waits until something holds, and returns whether it does. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  longest: number,
): Promise<boolean> {
  for (const end = performance.now() + longest; ;) {
    if (await holds()) return true;
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * One visitor's network: a proxy that the browser sends everything through. It
 * counts what is posted, and goes away, loses answers or holds them as it is told.
 */
export async function startNetwork() {
  const open = new Set<Socket>();
  let isAway = false;
  let hasCookies = true;
  let answersToLose = 0;
  let held: Promise<void> | undefined;
  let active = 0;
  let lastActive = performance.now();
  const statuses: number[] = [];
  let posts = 0;
  let waiting = 0;

  const server = createServer((asked, response) => void pass(asked, response));
  // What is encrypted is passed on, and not read.
  server.on("connect", (asked: IncomingMessage, visitor: Socket) => {
    const [host, port] = (asked.url ?? "").split(":");
    const site = connect(Number(port), host, () => {
      visitor.write("HTTP/1.1 200 OK\r\n\r\n");
      site.pipe(visitor).pipe(site);
    }).on("error", () => visitor.destroy());
    visitor.on("error", () => site.destroy());
  });
  server.on("connection", (visitor) => {
    open.add(visitor);
    visitor.once("close", () => open.delete(visitor));
    if (isAway) visitor.resetAndDestroy();
  });

  async function pass(asked: IncomingMessage, response: ServerResponse) {
    const { method, url = "", headers } = asked;
    const isPost = !["GET", "HEAD", "OPTIONS"].includes(method ?? "");
    if (isPost) posts += 1;
    if (!hasCookies) delete headers.cookie;
    active += 1;
    response.once("close", () => {
      active -= 1;
      lastActive = performance.now();
    });
    const isLost = isPost && answersToLose > 0;
    if (isLost) answersToLose -= 1;
    const own = { ...headers, connection: "close" };
    const site = send(url, { method, headers: own }, async (answer) => {
      if (isPost) {
        waiting += 1;
        await held;
        waiting -= 1;
      }
      if (isLost || isAway) return asked.socket.resetAndDestroy();
      if (isPost) statuses.push(answer.statusCode ?? 0);
      if (!hasCookies) delete answer.headers["set-cookie"];
      // A browser by itself repeats what was sent on a connection that it had kept.
      const kept = { ...answer.headers, connection: "close" };
      response.writeHead(answer.statusCode ?? 0, kept);
      answer.pipe(response);
    }).on("error", () => asked.socket.destroy());
    asked.pipe(site);
  }

  /** For how long nothing has been asked or answered, in milliseconds. */
  const quietFor = () => (active > 0 ? 0 : performance.now() - lastActive);

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts: () => posts,
    /** How many answers to posts are held. */
    waiting: () => waiting,
    /** The statuses of the answers to posts that have arrived. */
    statuses: () => statuses,
    quietFor,
    /** Waits until nothing has been asked for a while. */
    idle: () => until(() => quietFor() > 250, 5000),
    goAway: () => {
      isAway = true;
      for (const visitor of open) visitor.resetAndDestroy();
    },
    comeBack: () => {
      isAway = false;
    },
    loseAnswer: () => {
      answersToLose += 1;
    },
    refuseCookies: () => {
      hasCookies = false;
    },
    /** Holds the answers to posts, and returns what lets them through. */
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return () => {
        held = undefined;
        release();
      };
    },
    close: () => {
      server.close();
      for (const visitor of open) visitor.destroy();
    },
  };
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;
