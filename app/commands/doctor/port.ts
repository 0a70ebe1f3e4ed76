import { isIPv6 } from "node:net";
import type { Env } from "~/services/env-schema.server";
import { tryListening } from "~/services/listen.server";
import { askSite, earlier } from "./ask";
import { finding } from "./finding";

/** PORT is free, or this very site has it. */
export async function checkPort(env: Env) {
  const { port, host } = env;
  const name = "PORT in use";
  try {
    await tryListening({ port, host, variable: "PORT" });
    return { isSite: false, finding: finding(name, true, `${port} is free`) };
  } catch (error) {
    const answer = await askSite(localOrigin(port, host), env);
    const isSite = answer.from === "site";
    const text = isSite
      ? `${port} is this very site's, which runs`
      : answer.from === "earlier"
        ? `${port} is taken by ${earlier}`
        : (error as Error).message;
    return { isSite, finding: finding(name, isSite, text) };
  }
}

function localOrigin(port: number, host = "") {
  const name = ["", "0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
