import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { notFoundScript } from "~/content/errors";
import { siteUrl } from "~/server/env.server";

/** Every response has these, even to a request that Node cannot parse. */
const headers: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  // no-referrer would hide the origin of a form posted without a script.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Permissions-Policy": [
    "camera",
    "display-capture",
    "geolocation",
    "microphone",
    "payment",
    "usb",
  ]
    .map((feature) => `${feature}=()`)
    .join(", "),
  ...(siteUrl.startsWith("https:") && {
    // Two years, in seconds.
    "Strict-Transport-Security": "max-age=63072000",
  }),
};

const policy = "Content-Security-Policy";

const barePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of Node's own parser errors. */
export const bareAnswerHeaders = { ...headers, [policy]: barePolicy };

/** Sets what every response has, and forbids proxies to change a page. */
export function setSecurityHeaders(
  _request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
  // A page sets its own policy. Express's error pages set a shorter one.
  onHeaders(response, () => {
    const own = response.getHeader(policy);
    if (!own || own === "default-src 'none'") {
      response.setHeader(policy, barePolicy);
    }
    // A CDN that hides mail addresses breaks each mail link without a script, and
    // keeps React away with one.
    const type = String(response.getHeader("Content-Type"));
    if (!type.startsWith("text/html")) return;
    const cache = response.getHeader("Cache-Control") ?? "no-cache";
    response.setHeader("Cache-Control", `${String(cache)}, no-transform`);
  });
  next();
}

const sourceOf = (content: string): string =>
  `'sha256-${createHash("sha256").update(content).digest("base64")}'`;

/**
 * Allows the site's own files, and its inline scripts and styles by hash. The
 * site's styles are in the head and its scripts after the footer. Visitors' text
 * stands between them and in Remix's data, where Remix escapes every "<". Only the
 * 404 page has a script in between.
 */
export function pagePolicy(html: string): string {
  const sources = (part: string, pattern: RegExp) =>
    [...part.matchAll(pattern)].flatMap(([, content]) =>
      content ? sourceOf(content) : [],
    );
  const scripts = sources(
    html.slice(html.lastIndexOf("</footer>")),
    /<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g,
  );
  const styles = sources(
    html.slice(0, html.indexOf("<body")),
    /<style[^>]*>([^]*?)<\/style>/g,
  );
  if (html.includes(notFoundScript)) scripts.push(sourceOf(notFoundScript));
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    // Vite's script replaces style sheets and shows errors in styles of its own.
    ...(import.meta.env.DEV
      ? ["style-src 'self' 'unsafe-inline'", "worker-src blob:"]
      : [`style-src ${styles.join(" ")}`]),
    // Password managers and other extensions draw their icons into fields.
    "img-src 'self' data:",
    "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
