import { once } from "node:events";
import { request } from "node:http";
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestOptions,
} from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it came. */
  body: Buffer;
  /** As it is read. */
  decoded: Buffer;
  text: string;
  /** Of the whole answer on the wire, its headers included. */
  bytes: number;
}

export const ask = (
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
) => send(url, { method, headers });

/** By hand, and on a connection of its own: fetch would hide the encoding. */
export async function send(
  url: string,
  options: RequestOptions = {},
  sent?: string,
): Promise<Answer> {
  const asked = request(url, { agent: false, ...options }).end(sent);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const decoded = decode(body, answer.headers["content-encoding"]);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body,
    decoded,
    text: decoded.toString(),
    bytes: answer.socket.bytesRead,
  };
}

function decode(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined) return body;
  if (encoding === "br") return brotliDecompressSync(body);
  if (encoding === "gzip") return gunzipSync(body);
  throw new Error(`Nobody asked for ${encoding}.`);
}

/** What a browser may accept, and what it is then sent. */
export const encodings = [
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["identity", undefined],
] as const;
