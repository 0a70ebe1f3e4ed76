import { isUtf8 } from "node:buffer";
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { EmbeddedSupabase } from "./supabase";
import { invalidBody } from "./postgrest";

/** The longest contact message takes 32 kB in JSON. */
const maxBodyBytes = 1024 * 1024;

export function createHttpServer({ fetch }: EmbeddedSupabase): Server {
  return createServer((request, response) => {
    answer(fetch, request)
      .then(async (answered) => {
        const { status, headers } = answered;
        response.writeHead(status, Object.fromEntries(headers));
        response.end(Buffer.from(await answered.arrayBuffer()));
      })
      .catch((error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      });
  });
}

async function answer(
  fetch: EmbeddedSupabase["fetch"],
  request: IncomingMessage,
): Promise<Response> {
  const { method, url = "/", headers } = request;
  const body = await readBody(request);
  if (!body) {
    return Response.json({ message: "Body too long" }, { status: 413 });
  }
  if (!isUtf8(body)) return invalidBody();
  const base = "http://localhost";
  if (!URL.canParse(url, base)) {
    return Response.json({ message: "Invalid URL" }, { status: 400 });
  }
  return fetch(new URL(url, base), {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    body: body.toString(),
  });
}

/**
 * Drops the rest of a body that is too long, but reads it: a client whose
 * connection closes while it sends may never see the answer.
 *
 * @returns undefined for a body that is too long
 */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}
