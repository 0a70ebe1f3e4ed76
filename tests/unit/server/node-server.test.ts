import { channel } from "node:diagnostics_channel";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { onServer } from "~/server/node-server.server";

afterEach(() => vi.restoreAllMocks());

const publish = (server: Server) =>
  channel("tracing:net.server.listen:asyncStart").publish({ server });

test.each<[string, () => void, string]>([
  [
    "has renamed a setting",
    () => {
      const server = createServer(() => {});
      Reflect.deleteProperty(server, "connectionsCheckingInterval");
      publish(server);
    },
    "has no connectionsCheckingInterval on its server",
  ],
  [
    "publishes its server before it has its listener",
    () => publish(createServer()),
    "publishes a server that answers nothing",
  ],
  ["publishes no server", () => {}, "publishes no server"],
])("a Node that %s ends the start with one line", async (_, listen, says) => {
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const error = vi.spyOn(console, "error").mockReturnValue();
  onServer(() => {});
  listen();
  await setImmediate();
  const line = `Node ${process.version} ${says}, so the site would have no limits; use a Node that README.md names.`;
  expect(error.mock.calls).toEqual([[line]]);
  expect(exit.mock.calls).toEqual([[1]]);
});
