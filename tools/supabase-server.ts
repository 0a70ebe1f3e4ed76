import { createServer } from "node:http";
import type { Server } from "node:http";
import { text } from "node:stream/consumers";
import type { EmbeddedSupabase } from "#supabase";

/** The embedded Supabase over HTTP, for tests and measurements. */
export const createHttpServer = ({
  fetch,
}: Pick<EmbeddedSupabase, "fetch">): Server =>
  createServer((request, response) => {
    const { method, url = "/", headers } = request;
    void text(request)
      .then((body) =>
        fetch(new URL(url, "http://localhost"), {
          method,
          headers: Object.entries(headers).map(
            ([name, value]): [string, string] => [name, String(value)],
          ),
          body,
        }),
      )
      .then(async (answered) => {
        response.writeHead(
          answered.status,
          Object.fromEntries(answered.headers),
        );
        response.end(await answered.text());
      })
      // The client may have gone.
      .catch((error: unknown) => response.destroy(error as Error));
  });
