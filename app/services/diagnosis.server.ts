import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { clientAddress } from "~/services/client-address.server";
import { env } from "~/services/env.server";

/**
 * With this header `npm run doctor` asks the site what a request looks like when
 * it has come through the proxy. Who does not hold SESSION_SECRET gets the
 * answer that everybody gets.
 */
export const doctorHeader = "x-kandi-doctor";

/** Shows that its holder knows the secret, and does not show the secret. */
export const doctorToken = (secret: string): string =>
  createHmac("sha256", secret).update(doctorHeader).digest("base64url");

/** What the site knows of a request that an operator cannot see from outside. */
export const seenRequest = z.object({
  siteUrl: z.string(),
  /** Empty: none is set. */
  clientIpHeader: z.string(),
  /** Whether the request came with that header. */
  isNamed: z.boolean(),
  /** By which posts are counted. */
  address: z.string(),
  host: z.string(),
  /** Whether a proxy announced itself. */
  isForwarded: z.boolean(),
});

export type SeenRequest = z.infer<typeof seenRequest>;

/** Undefined: whoever asks is a stranger. */
export function seenByDoctor(request: Request): SeenRequest | undefined {
  const { headers } = request;
  const token = headers.get(doctorHeader);
  if (!env.sessionSecret || token === null) return undefined;
  const given = Buffer.from(token);
  const right = Buffer.from(doctorToken(env.sessionSecret));
  const isRight =
    given.length === right.length && timingSafeEqual(given, right);
  if (!isRight) return undefined;
  const { siteUrl, clientIpHeader = "" } = env;
  return {
    siteUrl,
    clientIpHeader,
    isNamed: clientIpHeader !== "" && headers.has(clientIpHeader),
    address: clientAddress(request),
    host: headers.get("host") ?? "",
    isForwarded: headers.has("x-forwarded-for"),
  };
}
