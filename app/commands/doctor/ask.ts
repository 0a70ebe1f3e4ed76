import { productName } from "~/content/site";
import {
  doctorHeader,
  doctorToken,
  seenRequest,
} from "~/services/diagnosis.server";
import type { SeenRequest } from "~/services/diagnosis.server";
import type { Env } from "~/services/env-schema.server";

/** Milliseconds. */
const patience = 5000;

export type Answer =
  /** `seen` is told to who holds SESSION_SECRET. */
  | { from: "site"; seen: SeenRequest | undefined }
  /** This site, but not as it is set and built now. */
  | { from: "earlier" }
  | { from: "other"; what: string }
  | { from: "nobody"; reason: string };

export const request = (url: string, init: RequestInit = {}) =>
  fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
    ...init,
  });

export const earlier = `${productName} started with another SESSION_SECRET or build; start it again with these`;

/** Asks at an origin whether this very site answers there. */
export async function askSite(
  origin: string,
  { sessionSecret }: Env,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const token = sessionSecret && doctorToken(sessionSecret);
  try {
    const health = await request(`${origin}/healthz`, {
      headers: token ? { ...headers, [doctorHeader]: token } : headers,
    });
    const text = await health.text();
    const seen = seenRequest.safeParse(parsed(text)).data;
    if (health.ok && seen) return { from: "site", seen };
    const location = health.headers.get("Location");
    if (location) return { from: "other", what: `a redirect to ${location}` };
    if (!health.ok || text !== "ok\n") {
      return { from: "other", what: `status ${health.status} at /healthz` };
    }
    const manifest = await request(`${origin}/manifest.webmanifest`);
    const { name } = Object(parsed(await manifest.text())) as {
      name?: unknown;
    };
    if (name !== productName) {
      return { from: "other", what: `something that is not ${productName}` };
    }
    // Who is asked with the right token tells more.
    return sessionSecret
      ? { from: "earlier" }
      : { from: "site", seen: undefined };
  } catch (error) {
    return { from: "nobody", reason: reasonOf(error) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** fetch puts what went wrong into the cause. */
export function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & {
    cause?: { code?: string; message?: string };
  };
  if (name === "TimeoutError") return "ETIMEDOUT";
  return cause?.code ?? cause?.message ?? message;
}
