import { route, type RouteConfig } from "@remix-run/route-config";

export default [
  // An index route would accept POST only at /?index.
  route("/", "routes/landing.tsx"),
  route("contact", "routes/contact.tsx"),
  route("support", "routes/support.tsx"),
  route("privacy", "routes/privacy.tsx"),
  route("terms", "routes/terms.tsx"),
  route("robots.txt", "routes/robots.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("manifest.webmanifest", "routes/manifest.ts"),
  route("toast", "routes/toast.ts"),
  route("healthz", "routes/healthz.ts"),
  // Without it, the root loader does not run for an unknown URL.
  route("*", "routes/refused.tsx"),
] satisfies RouteConfig;
