import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";

export interface RecordedAnswer {
  /** The path of a GET, `post`, or `toast`: the GET with the cookie. */
  name: string;
  status: number;
  headers: OutgoingHttpHeaders;
  /** In base64. */
  body: string;
}

/** Asks as a browser does, and keeps the very bytes: fetch would decompress. */
export async function record(
  name: string,
  url: string,
  { cookie, form }: { cookie?: string; form?: string } = {},
): Promise<RecordedAnswer> {
  const asked = request(url, {
    method: form === undefined ? "GET" : "POST",
    agent: false,
    headers: {
      "Accept-Encoding": "br, gzip",
      ...(cookie && { Cookie: cookie }),
      ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
    },
  }).end(form);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const headers = { ...answer.headers };
  // Of the connection; the bare server has its own.
  for (const own of ["connection", "date", "keep-alive"]) {
    Reflect.deleteProperty(headers, own);
  }
  return {
    name,
    status: answer.statusCode ?? 0,
    headers,
    body: Buffer.concat(chunks).toString("base64"),
  };
}
