import autocannon from "autocannon";
import type { Result } from "autocannon";

const seconds = 5;

let visits = 0;

function checked(result: Result): Result {
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(
      `${result.url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} statuses`,
    );
  }
  return result;
}

/** GETs answered per second over 32 connections. */
export async function getsPerSecond(url: string): Promise<number> {
  const headers = { "Accept-Encoding": "br, gzip" };
  const load = { url, headers, connections: 32 };
  await autocannon({ ...load, duration: 2 });
  const result = checked(await autocannon({ ...load, duration: seconds }));
  return result.requests.total / result.duration;
}

/** Signups per second of 8 visitors without a script, who post, then load. */
export async function signupsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: 8,
    duration: seconds,
    requests: [
      {
        method: "POST",
        setupRequest: (request) => ({
          ...request,
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body: `email=raver-${process.pid}-${visits++}@example.com&signup_source=hero_section`,
        }),
        onResponse: (status, _body, context, headers) => {
          if (status !== 303) throw new Error(`A signup: ${status}`);
          const cookie = headers?.["set-cookie"] ?? headers?.["Set-Cookie"];
          Object.assign(context, { cookie: String(cookie).split(";")[0] });
        },
      },
      {
        method: "GET",
        setupRequest: (request, context) => ({
          ...request,
          headers: {
            "Accept-Encoding": "br, gzip",
            Cookie: (context as { cookie: string }).cookie,
          },
        }),
      },
    ],
  });
  return result["2xx"] / result.duration;
}
