import { createHash } from "node:crypto";
import onHeaders from "on-headers";
import pageScript from "virtual:inline/page";
import { notFoundScript } from "~/content/errors";
import { siteUrl } from "~/server/env.server";
import { sheets } from "~/styles/sheets";
import type { Middleware } from "~/server/middleware/middleware";

/** Every response has these, and a policy. */
export const securityHeaders: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  // no-referrer would hide the origin of a form posted without a script.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  ...(siteUrl.startsWith("https:") && {
    // Two years, in seconds.
    "Strict-Transport-Security": "max-age=63072000",
  }),
};

const policy = "Content-Security-Policy";

const barePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sets what every response has, and forbids proxies to change a page. */
export const setSecurityHeaders: Middleware = (_request, response, next) => {
  for (const [name, value] of Object.entries(securityHeaders)) {
    response.setHeader(name, value);
  }
  // A page sets its own policy. Express's error pages set a shorter one.
  onHeaders(response, () => {
    const own = response.getHeader(policy);
    if (!own || own === "default-src 'none'") {
      response.setHeader(policy, barePolicy);
    }
    // A CDN that hides mail addresses breaks each mail link without a script.
    const type = String(response.getHeader("Content-Type"));
    if (!type.startsWith("text/html")) return;
    const cache = response.getHeader("Cache-Control") ?? "no-cache";
    response.setHeader("Cache-Control", `${String(cache)}, no-transform`);
  });
  next();
};

const sourcesOf = (contents: string[]): string =>
  contents
    .map((content) => createHash("sha256").update(content).digest("base64"))
    .map((hash) => `'sha256-${hash}'`)
    .join(" ");

/** Allows the site's own files, and the inline scripts and styles of some pages by hash. */
const pagePolicy = (scripts: string[], styles: string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${sourcesOf(scripts)}`,
    // Vite's script replaces style sheets and shows errors in styles of its own.
    ...(import.meta.env.DEV
      ? ["style-src 'self' 'unsafe-inline'", "worker-src blob:"]
      : [`style-src 'self' ${sourcesOf(styles)}`]),
    // Password managers and other extensions draw their icons into fields.
    "img-src 'self' data:",
    "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** By style sheet. */
export const pagePolicies = {
  landing: pagePolicy([pageScript], [sheets.landing]),
  inner: pagePolicy([pageScript, notFoundScript], [sheets.inner]),
};
