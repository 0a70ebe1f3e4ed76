import { isIPv6 } from "node:net";
import {
  fixFor,
  isAboutSchema,
  proxyHint,
  readOnly,
} from "~/database/error-codes.server";
import { mailFailureReason, mailServer } from "~/mail/mail-server.server";
import type { Env } from "~/server/check-env.server";
import { doctorHeader } from "~/server/env-warnings.server";

/** Whether the site listens on PORT. */
export async function isSiteRunning({ PORT, HOST = "127.0.0.1" }: Env) {
  const host = isIPv6(HOST) ? `[${HOST}]` : HOST;
  return isSite(await ask(`http://${host}:${PORT}/healthz`));
}

/** Tries the project and the key with a read that the key must not allow. */
export async function supabaseProblem(env: Env) {
  const table = "beta_signups";
  const url = `${env.SUPABASE_URL}/rest/v1/${table}`;
  const apikey = env.SUPABASE_ANON_KEY ?? "";
  // supabase-js sends both.
  const type = { "Content-Type": "application/json" };
  const headers = { apikey, Authorization: `Bearer ${apikey}`, ...type };
  const timeout = env.SUPABASE_TIMEOUT_MS;
  const read = `${url}?select=email&limit=0`;
  const { status, got, body } = await ask(read, { headers }, timeout);
  const code = /"code": ?"([A-Z0-9]{5,8})"/.exec(body)?.[1] ?? "";
  const message = /"message": ?"([^"]*)/.exec(body)?.[1] ?? "";
  // The embedded Supabase refuses every read with PGRST127, and Postgres answers
  // that anon may not read the table.
  const isRight =
    code === "PGRST127" ||
    (code === "42501" && status === 401 && !isAboutSchema(message));
  if (isRight) {
    // No database stores this row, whose time is none. A read-only one says so first.
    const row = { method: "POST", headers, body: '{"created_at":"none"}' };
    return (await ask(url, row, timeout)).body.includes("25006") && readOnly;
  }
  if (status === 200 && body.trim() === "[]") {
    return "the key may read beta_signups; let SUPABASE_ANON_KEY be the anon or publishable key, and run npm run waitlist -- check";
  }
  const refusal = { table, columns: ["email"], isEmbedded: false };
  const proxy = status === 0 ? proxyHint() : "";
  const fix = status < 500 && fixFor({ ...refusal, status, code, message });
  return `${`${got} ${code}`.trim()}${proxy}; ${fix || "set SUPABASE_URL to the project's URL, and check in its dashboard that it runs"}`;
}

/** Connects, with TLS if required, and logs in, but sends nothing. */
export async function mailProblem(url: URL, from = "") {
  try {
    await mailServer(url, from).verify();
    return false;
  } catch (error) {
    return `${mailFailureReason(error)}; let SMTP_URL name its host, port and login, and check that it offers TLS with a certificate that this machine trusts`;
  }
}

/** Tries what visitors get at SITE_URL. */
export async function siteProblem(siteUrl: string) {
  const health = await ask(`${siteUrl}/healthz`, {
    headers: { [doctorHeader]: "1" },
  });
  if (!isSite(health)) {
    return `${health.got}, not from this site; let DNS, the certificate and the proxy lead to it`;
  }
  if (health.body.includes("CLIENT_IP_HEADER is missing")) {
    return "the header that CLIENT_IP_HEADER names does not come, so all visitors share one rate limit; let the proxy set it, or let CLIENT_IP_HEADER name another";
  }
  const { headers } = await ask(`${siteUrl}/`);
  const wanted = ["Content-Security-Policy", "X-Content-Type-Options"];
  if (siteUrl.startsWith("https:")) wanted.push("Strict-Transport-Security");
  const missing = wanted.filter((header) => !headers.has(header)).join(", ");
  if (missing) {
    return `no ${missing}; restart the site with this SITE_URL, and let the proxy pass its headers`;
  }
  // An empty form is never stored. Its origin is checked before the rate limit.
  const post = (origin: string) => {
    const init = { method: "POST", headers: { Origin: origin } };
    return ask(`${siteUrl}/`, { ...init, body: new URLSearchParams("email=") });
  };
  const own = await post(siteUrl);
  const foreign = await post("https://elsewhere.invalid");
  const areRight = [422, 429].includes(own.status) && foreign.status === 403;
  return (
    !areRight &&
    `the site's own post gets ${own.got} instead of 422, another site's ${foreign.got} instead of 403; restart the site with this SITE_URL, and let the proxy pass posts and their Origin`
  );
}

const isSite = ({ status, body }: { status: number; body: string }) =>
  status === 200 && body.startsWith("ok\n");

/** Only `got` may be printed: it contains none of the server's text. */
async function ask(url: string, init: RequestInit = {}, timeout = 5000) {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const { status, headers } = response;
    const reader = response.body?.getReader();
    let body = "";
    while (body.length < 64 * 1024) {
      const { value } = (await reader?.read()) ?? {};
      if (!value) break;
      body += Buffer.from(value).toString("latin1");
    }
    await reader?.cancel();
    return { status, got: `status ${status}`, headers, body };
  } catch (error) {
    // The message may quote the server or the URL's password; the code cannot.
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    const code = signal.aborted
      ? "ETIMEDOUT"
      : cause?.name === "HTTPParserError"
        ? // From Node 24 on, this error has no code.
          "not HTTP"
        : (cause?.code ?? "no code");
    const got = `no answer (${code})`;
    return { status: 0, got, headers: new Headers(), body: "" };
  }
}
