import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { listen } from "../programs";

/**
 * One visitor's network: a proxy for all that the browser sends. It counts posts,
 * and drops or holds answers on demand.
 */
export async function startNetwork() {
  let gate: Promise<void> | undefined;

  async function pass(asked: IncomingMessage, response: ServerResponse) {
    const { method, url = "" } = asked;
    const isPost = method === "POST";
    const isLost = isPost && network.losesAnswer;
    if (isPost) {
      network.posts += 1;
      network.losesAnswer = false;
      network.isNative = asked.headers["sec-fetch-mode"] === "navigate";
    }
    // A browser repeats by itself what it sent on a reused connection.
    const headers = { ...asked.headers, connection: "close" };
    if (!network.hasCookies) delete headers.cookie;
    const site = asked.pipe(send(url, { method, headers }));
    const [answer] = (await once(site, "response")) as [IncomingMessage];
    if (isPost) {
      network.active -= 1;
      await gate;
      network.active += 1;
    }
    if (isLost) throw new Error("The answer is lost.");
    if (!network.hasCookies) delete answer.headers["set-cookie"];
    const { statusCode = 0 } = answer;
    if (isPost) network.status = statusCode;
    response.writeHead(statusCode, { ...answer.headers, connection: "close" });
    await pipeline(answer, response);
  }

  const server = createServer((asked, response) => {
    network.active += 1;
    pass(asked, response)
      .catch(() => asked.socket.resetAndDestroy())
      .finally(() => (network.active -= 1));
  });
  // Encrypted traffic is passed on unread.
  server.on("connect", ({ url }: IncomingMessage, visitor: Socket) => {
    const [host, port] = (url ?? "").split(":");
    const site = connect(Number(port), host, () => {
      visitor.write("HTTP/1.1 200 OK\r\n\r\n");
      site.pipe(visitor).pipe(site);
    }).on("error", () => visitor.destroy());
    visitor.on("error", () => site.destroy());
  });

  const network = {
    url: `http://127.0.0.1:${await listen(server)}`,
    hasCookies: true,
    /** Drops the answer to the next post. */
    losesAnswer: false,
    posts: 0,
    /** Whether the browser sent the last post, and not a script. */
    isNative: false,
    /** The status of the last answer to a post. */
    status: 0,
    /** How many requests the site has not answered yet. */
    active: 0,
    /** Holds the answers to posts until the returned function is called. */
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
      server.closeAllConnections();
    },
  };
  return network;
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;
