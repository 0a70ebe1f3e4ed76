import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "playwright/test";
import { startSite } from "../support/servers/site";
import { signupFields } from "../support/visitors/post";
import { test } from "../support/visitors/test";

test("a client that reads no response is cut off", async ({ supabase }) => {
  const site = await startSite({ ...supabase.env, SUPABASE_TIMEOUT_MS: "1" });
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  const answered = () => site.output().match(/"\/social.jpg"/g)?.length ?? 0;
  // Requests follow one another until the buffers for responses are full.
  for (let requests = 1, isRead = true; isRead; requests++) {
    socket.write("GET /social.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n");
    isRead = await expect
      .poll(answered, { intervals: [5], timeout: 1000 })
      .toBe(requests)
      .then(
        () => true,
        () => false,
      );
  }
  const hex = (port?: number) =>
    Number(port).toString(16).toUpperCase().padStart(4, "0");
  // The site's end of the connection, while its state is ESTABLISHED.
  const own = `:${hex(Number(port))} 0100007F:${hex(socket.localPort)} 01 `;
  const isOpen = () => readFileSync("/proc/net/tcp", "utf8").includes(own);
  expect(isOpen()).toBe(true);
  await expect.poll(isOpen).toBe(false);
  socket.destroy();
  await site.stop();
});

test("a connection that a proxy keeps takes a post after Node by itself would have closed it", async ({
  site,
}) => {
  const agent = new Agent({ keepAlive: true });
  const postOnce = async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const asked = request(site.url, { agent, method: "POST", headers });
    asked.end(String(new URLSearchParams(signupFields())));
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
    return { status: answer.statusCode, isKept: asked.reusedSocket };
  };
  expect(await postOnce()).toEqual({ status: 303, isKept: false });
  // Node's own limit is five seconds and, in later releases, one more.
  await pause(6500);
  expect(await postOnce()).toEqual({ status: 303, isKept: true });
  agent.destroy();
});
