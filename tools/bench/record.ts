import type { OutgoingHttpHeaders } from "node:http";
import { send } from "../../tests/support/visitors/ask";

export interface Sent {
  cookie?: string;
  form?: string;
}

/** A request as a browser sends it. */
export const asBrowser = ({ cookie, form }: Sent = {}) => ({
  method: form === undefined ? ("GET" as const) : ("POST" as const),
  headers: {
    "Accept-Encoding": "br, gzip",
    ...(cookie && { Cookie: cookie }),
    ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
  },
  ...(form !== undefined && { body: form }),
});

export interface RecordedAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  /** Bytes in base64. */
  body: string;
}

/** Sends a request as a browser does, and keeps the exact bytes of the answer. */
export async function record(
  url: string,
  sent?: Sent,
): Promise<RecordedAnswer> {
  const { method, headers, body } = asBrowser(sent);
  const answer = await send(url, { method, headers }, body);
  const kept: OutgoingHttpHeaders = { ...answer.headers };
  // The bare server sends its own connection headers.
  for (const own of ["connection", "date", "keep-alive"]) {
    Reflect.deleteProperty(kept, own);
  }
  return {
    status: answer.status,
    headers: kept,
    body: answer.body.toString("base64"),
  };
}
