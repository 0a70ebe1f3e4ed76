import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream/promises";

/**
 * One visitor's network: a proxy that the browser sends everything through. It
 * counts what is posted, and goes away, loses answers or holds them as it is told.
 */
export async function startNetwork() {
  const open = new Set<Socket>();
  let gate: Promise<void> | undefined;

  const server = createServer((asked, response) => {
    const isPost = asked.method === "POST";
    const isLost = isPost && network.losesAnswer;
    if (isPost) {
      network.posts += 1;
      network.losesAnswer = false;
      network.isNative = asked.headers["sec-fetch-mode"] === "navigate";
    }
    const pass = async () => {
      const { method, url = "" } = asked;
      // A browser by itself repeats what was sent on a connection that it had kept.
      const headers = { ...asked.headers, connection: "close" };
      if (!network.hasCookies) delete headers.cookie;
      const site = asked.pipe(send(url, { method, headers }));
      const [answer] = (await once(site, "response")) as [IncomingMessage];
      if (isPost && gate) {
        network.held += 1;
        await gate;
        network.held -= 1;
      }
      if (isLost || network.isAway) throw new Error("The answer is lost.");
      if (!network.hasCookies) delete answer.headers["set-cookie"];
      const { statusCode = 0 } = answer;
      if (isPost) network.status = statusCode;
      response.writeHead(statusCode, {
        ...answer.headers,
        connection: "close",
      });
      await pipeline(answer, response);
    };
    network.active += 1;
    pass()
      .catch(() => asked.socket.resetAndDestroy())
      .finally(() => (network.active -= 1));
  });
  // What is encrypted is passed on, and not read.
  server.on("connect", ({ url }: IncomingMessage, visitor: Socket) => {
    const [host, port] = (url ?? "").split(":");
    const site = connect(Number(port), host, () => {
      visitor.write("HTTP/1.1 200 OK\r\n\r\n");
      site.pipe(visitor).pipe(site);
    }).on("error", () => visitor.destroy());
    visitor.on("error", () => site.destroy());
  });
  server.on("connection", (visitor) => {
    open.add(visitor);
    visitor.once("close", () => open.delete(visitor));
    if (network.isAway) visitor.resetAndDestroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const network = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hasCookies: true,
    /** The answer to the next post is lost. */
    losesAnswer: false,
    isAway: false,
    posts: 0,
    /** The last post was sent by the browser, not by a script. */
    isNative: false,
    /** The status of the last answer to a post. */
    status: 0,
    /** How many requests are not answered yet. */
    active: 0,
    /** How many of them are posts whose answers are held. */
    held: 0,
    goAway: () => {
      network.isAway = true;
      for (const visitor of open) visitor.resetAndDestroy();
    },
    /** Holds the answers to posts, and returns what lets them through. */
    hold: () => {
      let release = () => {};
      gate = new Promise((resolve) => (release = resolve));
      return () => {
        gate = undefined;
        release();
      };
    },
    close: () => {
      server.close();
      for (const visitor of open) visitor.destroy();
    },
  };
  return network;
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;
