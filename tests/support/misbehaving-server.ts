import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that was read to its end. */
export interface Asked {
  response: ServerResponse;
  /** Asks the real Supabase the same, with these headers beside its own. */
  pass: (headers?: Record<string, string>) => Promise<Passed>;
}

interface Passed {
  status: number;
  /** None where the body is empty. */
  type: string | undefined;
  body: Buffer;
}

export type Behaviour = (asked: Asked) => void | Promise<void>;

/** As the real Supabase behaves. */
export const pass: Behaviour = async ({ response, pass }) =>
  give(response, await pass());

/** The real Supabase's answer to whoever has another project's key. */
export const refuseKey: Behaviour = async ({ response, pass }) =>
  give(response, await pass({ apikey: "sb_publishable_of_another_project" }));

export const hang: Behaviour = () => {};

export const answer =
  (status: number, type: string, body: string): Behaviour =>
  ({ response }) => {
    response.writeHead(status, { "Content-Type": type }).end(body);
  };

/** A byte at a time, as long as somebody listens. */
export const drip =
  (start: string, rest: string): Behaviour =>
  ({ response: { socket } }) => {
    if (!socket) return;
    socket.write(start);
    const bytes = rest[Symbol.iterator]();
    const timer = setInterval(() => socket.write(bytes.next().value ?? " "), 5);
    socket.once("close", () => clearInterval(timer));
  };

/** The line is cut behind these bytes, without a goodbye where they are none. */
export const cut =
  (bytes = ""): Behaviour =>
  ({ response: { socket } }) => {
    if (bytes) socket?.end(bytes);
    else socket?.resetAndDestroy();
  };

/** The row is stored; whoever asked is not told. */
export const storeUnseen =
  (then: Behaviour): Behaviour =>
  async (asked) => {
    const { status } = await asked.pass();
    if (status !== 201) throw new Error(`It was to be stored: ${status}.`);
    return then(asked);
  };

const give = (response: ServerResponse, { status, type, body }: Passed) =>
  void response
    .writeHead(status, type ? { "Content-Type": type } : {})
    .end(body);

/** A server in the place of the Supabase at this URL, which it can hand on to. */
export async function startMisbehavingServer(supabaseUrl: string) {
  let behaviour = pass;
  let failure: unknown;
  const server = createServer((request, response) => {
    // Whoever waits no longer has gone away.
    response.on("error", () => {});
    answerTo(request, response).catch((error: unknown) => {
      failure = error;
      response.destroy();
    });
  });

  async function answerTo(request: IncomingMessage, response: ServerResponse) {
    const { method, url, headers } = request;
    const body = await bytesOf(request);
    await behaviour({
      response,
      pass: async (others) => {
        const asked = send(supabaseUrl + url, {
          method,
          headers: { ...headers, ...others },
          agent: false,
        }).end(body);
        const [passed] = (await once(asked, "response")) as [IncomingMessage];
        return {
          status: passed.statusCode ?? 0,
          type: passed.headers["content-type"],
          body: await bytesOf(passed),
        };
      },
    });
  }

  let port = 0;
  const open = async () => {
    if (server.listening) return;
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  };
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await open();

  return {
    url: `http://127.0.0.1:${port}`,
    /** From the next request on. */
    behave: (how: Behaviour) => {
      behaviour = how;
    },
    /** Connections are refused until it is opened again. */
    close,
    open,
    stop: async () => {
      await close();
      if (failure) throw failure;
    },
  };
}

export type MisbehavingServer = Awaited<
  ReturnType<typeof startMisbehavingServer>
>;

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
