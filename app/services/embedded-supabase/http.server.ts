import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { EmbeddedSupabase } from "~/services/embedded-supabase/index.server";

/** The embedded Supabase over HTTP. The caller decides where it listens. */
export function createHttpServer({ fetch }: EmbeddedSupabase): Server {
  return createServer((request, response) => {
    answer(fetch, request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
}

async function answer(
  fetch: EmbeddedSupabase["fetch"],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answered = await fetch(new URL(url, "http://localhost"), {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    body: Buffer.concat(chunks).toString(),
  });
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}
