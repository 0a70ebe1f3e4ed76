import { data } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/server/env.server";
import { logNotFound } from "~/server/log.server";

/**
 * The middleware rewrites a refused request to `errorPath`. Any other URL that gets
 * here comes from Vite's development server, and is not found.
 *
 * @throws for the error boundary, with the URL of the page that visitors should open
 */
export function loader({ request }: LoaderFunctionArgs): never {
  const { pathname } = new URL(request.url);
  const [, status, path] = /^\/refused\/(\d{3})(\/.*)?$/.exec(pathname) ?? [];
  if (!status) logNotFound(request.url);
  const page = env.SITE_URL && path && env.SITE_URL + path;
  throw data(page, { status: Number(status ?? 404) });
}

/** Without a view, Remix would send the thrown response as it is. */
export default () => null;
