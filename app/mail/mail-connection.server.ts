import { connect } from "node:net";
import type { LookupFunction } from "node:net";
import type { Transport } from "nodemailer";
import { isLocalName } from "~/server/this-machine.server";

/** A DNS server may say that localhost is elsewhere. */
const lookupLocalName: LookupFunction = (_name, _options, done) =>
  done(null, [
    { address: "127.0.0.1", family: 4 },
    { address: "::1", family: 6 },
  ]);

/**
 * Connects to a host as the system looks it up: nodemailer 10 would ask DNS before
 * the hosts file, and would wait for a connection as long as for a greeting.
 */
export const connectTo =
  (host: string, port: number): Transport["getSocket"] =>
  (_options, done) => {
    const socket = connect({
      host,
      port,
      autoSelectFamily: true,
      // Node's own 250 ms are too short for a server that is far away.
      autoSelectFamilyAttemptTimeout: 3000,
      ...(isLocalName(host) && { lookup: lookupLocalName }),
    });
    const onTimeout = () => {
      const code = "ETIMEDOUT";
      socket.destroy(Object.assign(new Error("No connection"), { code }));
    };
    const onError = (error: Error) =>
      done(Object.assign(error, { command: "CONN" }));
    socket.setTimeout(30_000, onTimeout);
    socket.once("error", onError);
    socket.once("connect", () => {
      socket.setTimeout(0, onTimeout);
      socket.off("error", onError);
      done(null, { connection: socket });
    });
  };
