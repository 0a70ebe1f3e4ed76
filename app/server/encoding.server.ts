import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";

export type Encoding = "br" | "gzip" | "identity";

/** The smallest that the client takes. */
export function encodingFor(request: IncomingMessage): Encoding {
  const accepted = new Negotiator(request).encodings(["br", "gzip"]);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}
