import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Listens for a moment to find out early whether the port can be used.
 *
 * @param host undefined for all addresses
 * @throws Error with one line that names the variable
 */
export async function tryListening(port: number, host: string | undefined) {
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
        ? `PORT ${port} is taken by another process; stop that one, or set PORT to a free port.`
        : code === "EACCES"
          ? `PORT ${port} may not be used by this user; set PORT to a port above 1023.`
          : `HOST ${JSON.stringify(host)} cannot be listened on (${message}); it should be an address of this machine.`,
    );
  }
}
