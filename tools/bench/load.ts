import autocannon from "autocannon";
import { asBrowser } from "./record";

const seconds = 5;

let visits = 0;

/** Answers per second to requests like this one, over 32 connections. */
export async function answersPerSecond(url: string): Promise<number> {
  const load = { url, ...asBrowser(), connections: 32 };
  await autocannon({ ...load, duration: 2 });
  const result = await autocannon({ ...load, duration: seconds });
  const { errors, timeouts, requests, duration } = result;
  if (errors + timeouts > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts`);
  }
  return requests.total / duration;
}

/** Milliseconds within which 99 of 100 GETs of one connection are answered. */
export async function longestMs(url: string): Promise<number> {
  const load = { url, ...asBrowser(), connections: 1, duration: seconds };
  return (await autocannon(load)).latency.p99;
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
