import type { OutgoingHttpHeaders } from "node:http";
import { send } from "../../tests/support/fixtures/ask";

export interface RecordedAnswer {
  /** The path of a GET, or `post`, or `toast` for the GET with the cookie. */
  name: string;
  status: number;
  headers: OutgoingHttpHeaders;
  /** Bytes in base64. */
  body: string;
}

/** Sends a request as a browser does, and keeps the exact bytes. */
export async function record(
  name: string,
  url: string,
  { cookie, form }: { cookie?: string; form?: string } = {},
): Promise<RecordedAnswer> {
  const answer = await send(
    url,
    {
      method: form === undefined ? "GET" : "POST",
      headers: {
        "Accept-Encoding": "br, gzip",
        ...(cookie && { Cookie: cookie }),
        ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
      },
    },
    form,
  );
  const headers: OutgoingHttpHeaders = { ...answer.headers };
  // The bare server sends its own connection headers.
  for (const own of ["connection", "date", "keep-alive"]) {
    Reflect.deleteProperty(headers, own);
  }
  return {
    name,
    status: answer.status,
    headers,
    body: answer.body.toString("base64"),
  };
}
