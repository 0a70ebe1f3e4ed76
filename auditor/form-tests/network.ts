import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as after } from "node:timers/promises";
import { listen } from "../programs";

/**
 * One visitor's network: a proxy for all that the browser sends unencrypted. It
 * counts posts, and drops or holds answers on demand.
 */
export async function startNetwork() {
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
    const { statusCode = 0 } = answer;
    if (isPost) {
      network.active -= 1;
      while (network.holdsAnswers) await after(20);
      network.active += 1;
      if (isLost) throw new Error("The answer is lost.");
      network.status = statusCode;
    }
    if (!network.hasCookies) delete answer.headers["set-cookie"];
    response.writeHead(statusCode, { ...answer.headers, connection: "close" });
    await pipeline(answer, response);
  }

  const server = createServer((asked, response) => {
    network.active += 1;
    pass(asked, response)
      .catch(() => asked.socket.resetAndDestroy())
      .finally(() => (network.active -= 1));
  });

  const network = {
    proxy: {
      server: `http://127.0.0.1:${await listen(server)}`,
      // Loopback goes through the proxy, too, unless it cannot be read.
      bypass: "<-loopback>, https://*, wss://*, ws://*",
    },
    hasCookies: true,
    /** Drops the answer to the next post. */
    losesAnswer: false,
    /** Keeps the answers to posts until it is false again. */
    holdsAnswers: false,
    posts: 0,
    /** Whether the browser sent the last post, and not a script. */
    isNative: false,
    /** The status of the last answer to a post. */
    status: 0,
    /** How many requests the site has not answered yet. */
    active: 0,
    close: () => {
      network.holdsAnswers = false;
      server.close();
      server.closeAllConnections();
    },
  };
  return network;
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;
