import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { tryListening } from "~/server/listen.server";

test("an address that cannot be listened on is refused by the variable's name", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const refused = (host: string) =>
    expect(tryListening({ port, host, variable: "PORT" })).rejects;
  await refused("127.0.0.1").toThrow(
    `PORT ${port} is taken by another process; stop that one, or set PORT to a free port.`,
  );
  await refused("192.0.2.1").toThrow(
    /^HOST "192\.0\.2\.1" cannot be listened on .*$/,
  );
  taken.close();
  await once(taken, "close");
  const free = tryListening({ port, host: "127.0.0.1", variable: "PORT" });
  await expect(free).resolves.toBeUndefined();
});
