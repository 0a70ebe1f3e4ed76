import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "playwright/test";
import { signupFields } from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { test } from "../support/visitors/test";

/** Posts twice on one connection, as a proxy does that keeps it, and returns the statuses. */
async function postTwice(url: string, idleMs: number): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = "";
  let received = () => {};
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    text += chunk;
    if (text.includes("\r\n\r\n")) received();
  });
  // A reset also ends the connection.
  socket.on("error", () => {});
  const gone = new Promise<void>((resolve) => socket.once("close", resolve));
  const statuses: number[] = [];
  for (const wait of [0, idleMs]) {
    // The time for which the connection is idle is what is tested.
    await pause(wait);
    text = "";
    const answered = new Promise<void>((resolve) => (received = resolve));
    const body = String(new URLSearchParams(signupFields()));
    socket.write(
      `POST / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await Promise.race([answered, gone]);
    statuses.push(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0));
  }
  socket.destroy();
  return statuses;
}

test("a post on a connection that was idle for six seconds, as proxies keep them for a minute, is never lost", async ({
  supabase,
}) => {
  const site = await startSite({ ...supabase.env, RATE_LIMIT_PER_MINUTE: "0" });
  // Node would close an idle connection after its five seconds and one more.
  const idle = [5900, 5980, 5990, 6000, 6010, 6100];
  const posts = idle.flatMap((milliseconds) =>
    Array.from({ length: 20 }, () => postTwice(site.url, milliseconds)),
  );
  const statuses = (await Promise.all(posts)).flat();
  expect(statuses).toHaveLength(240);
  expect(new Set(statuses)).toEqual(new Set([303]));
  await site.stop();
});
