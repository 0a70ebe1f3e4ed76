import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

// Listens on nginx's ports behind deploy/nftables.conf, and starts itself again
// as visitors, who print how many connections one network got, and how many
// more after one of them had left.
const ports = [80, 443];

setTimeout(() => process.exit(1), 30_000);
if (process.argv[2] === "visit") await visit();
else await serve();
process.exit();

async function serve() {
  for (const port of ports) {
    const server = createServer((socket) =>
      socket.resume().on("error", () => {}),
    );
    await once(server.listen({ port, host: "::", backlog: 4000 }), "listening");
  }
  const again = [process.execPath, ...process.execArgv, import.meta.filename];
  const visitors = spawn(
    "ip",
    ["netns", "exec", "visitors", ...again, "visit"],
    {
      stdio: "inherit",
    },
  );
  await once(visitors, "exit");
}

async function visit() {
  for (const [host, addresses, neighbor] of [
    ["10.0.0.1", ["10.0.0.2"], "10.0.0.3"],
    // The first two share a /64.
    ["fd00::1", ["fd00::2", "fd00::3"], "fd00:0:0:1::2"],
  ] as const) {
    const open: Socket[] = [];
    const sockets = Array.from({ length: 2100 }, (_, index) => {
      const port = ports[index % 2] ?? 80;
      const localAddress = addresses[(index >> 1) % addresses.length];
      const socket = connect({ port, host, localAddress });
      return socket.once("connect", () => open.push(socket));
    });
    const visitor = connect({ port: 80, host, localAddress: neighbor });
    await once(visitor, "connect");
    const held = open.length;
    open[0]?.destroy();
    const limit = AbortSignal.timeout(5000);
    while (open.length === held && !limit.aborted)
      await new Promise(setImmediate);
    const admitted = open.length - held;
    console.log(JSON.stringify({ host, held, admitted }));
    for (const socket of [visitor, ...sockets]) socket.destroy();
  }
}
