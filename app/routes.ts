import { route, type RouteConfig } from "@remix-run/route-config";
import { files, pages } from "./content/pages";

export default [
  // The landing page is no index route: it would accept POST only at /?index.
  ...Object.entries(pages).map(([name, { path }]) =>
    route(path.slice(1) || "/", `routes/${name}.tsx`),
  ),
  ...Object.entries(files).map(([name, path]) =>
    route(path.slice(1), `routes/${name}.ts`),
  ),
  // Without it, the root loader does not run for an unknown URL.
  route("*", "routes/refused.ts"),
] satisfies RouteConfig;
