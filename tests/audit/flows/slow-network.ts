import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** Bytes of a packet, and milliseconds between two of them. */
const [packet, pause] = [1400, 20];

/** Starts a relay from which a site's answers come packet by packet. */
export async function startSlowNetwork(siteUrl: string) {
  const { port } = new URL(siteUrl);
  const server = createServer((visitor) => {
    const site = connect(Number(port), "127.0.0.1");
    visitor.on("error", () => site.destroy()).pipe(site);
    // A browser that ends resets its connections.
    passSlowly(site, visitor).catch(() => visitor.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  };
}

async function passSlowly(site: Socket, visitor: Socket) {
  for await (const chunk of site as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += packet) {
      await wait(pause);
      visitor.write(chunk.subarray(at, at + packet));
    }
  }
  visitor.end();
}
