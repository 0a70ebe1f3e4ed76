import type { LoaderFunctionArgs } from "@remix-run/node";
import { logNotFound } from "~/server/log.server";

/**
 * The middleware rewrites a refused request to /refused/<status>. Any other URL
 * that gets here comes from Vite's development server, and is not found.
 *
 * @throws Response for the error boundary
 */
export function loader({ params, request }: LoaderFunctionArgs): never {
  const [, refused] = /^refused\/(\d{3})$/.exec(params["*"] ?? "") ?? [];
  if (!refused) logNotFound(request.url);
  throw new Response(null, { status: Number(refused ?? 404) });
}

/** Without a view, Remix would send the thrown response as it is. */
export default () => null;
