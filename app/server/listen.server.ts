import { once } from "node:events";
import { createServer } from "node:net";

interface Address {
  port: number;
  /** Undefined: all addresses. */
  host: string | undefined;
  /** The environment variable that sets the port. */
  variable: string;
}

/**
 * Listens for a moment to find out early whether the port can be used.
 *
 * @throws Error with one line that names the variable
 */
export async function tryListening({ port, host, variable }: Address) {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, "listening");
    server.close();
    await once(server, "close");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === "EADDRINUSE"
        ? `${variable} ${port} is taken by another process; stop that one, or set ${variable} to a free port.`
        : code === "EACCES"
          ? `${variable} ${port} may not be used by this user; set ${variable} to a port above 1023.`
          : `HOST ${JSON.stringify(host)} cannot be listened on (${message}); it should be an address of this machine.`,
    );
  }
}
