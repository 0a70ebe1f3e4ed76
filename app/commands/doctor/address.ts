import type { SeenRequest } from "~/services/diagnosis.server";
import type { Env } from "~/services/env-schema.server";
import { askSite } from "./ask";
import { finding } from "./finding";
import type { Finding } from "./finding";

const shared = "all visitors share one rate limit";
const name = "CLIENT_IP_HEADER seen";

/** A documentation address (RFC 5737): no visitor has it. */
const forged = "192.0.2.1";

/**
 * Whose address the site counts posts by.
 *
 * @param seen what the site told of a request, where it would
 */
export async function checkAddress(
  env: Env,
  seen: SeenRequest | undefined,
): Promise<Finding> {
  const { siteUrl, clientIpHeader = "" } = env;
  const wrong = (text: string) => finding(name, false, text);
  if (seen && seen.clientIpHeader !== clientIpHeader) {
    return wrong(
      `the site runs with CLIENT_IP_HEADER ${JSON.stringify(seen.clientIpHeader)}; start it again with this one`,
    );
  }
  if (!clientIpHeader) {
    // The site itself speaks no TLS: whatever does is a proxy.
    return seen?.isForwarded || siteUrl.startsWith("https:")
      ? wrong(
          `not set behind a proxy: ${shared}; set it to the header in which the proxy gives the visitor's address`,
        )
      : finding(name, true, "not set, and no proxy tells of itself");
  }
  if (!seen) {
    const text =
      "not asked: the site tells it to who holds SESSION_SECRET, which is not set";
    return finding(name, true, text);
  }
  if (!seen.isNamed) {
    return wrong(
      `the proxy sends no ${clientIpHeader}, and ${shared}; let it set that header to the visitor's address`,
    );
  }
  const again = await askSite(siteUrl, env, { [clientIpHeader]: forged });
  return again.from === "site" && again.seen?.address === forged
    ? wrong(
        `whoever sends ${clientIpHeader} chooses the address that is counted; let the proxy overwrite it`,
      )
    : finding(
        name,
        true,
        `${clientIpHeader} says ${seen.address}, and a forged one does not count`,
      );
}
