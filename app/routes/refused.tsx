import { data } from "@remix-run/node";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { errorMeta, ErrorPage } from "~/components/page/error-page";
import { logNotFound } from "~/server/log.server";

/**
 * The middleware rewrites a refused request to /refused/<status>. Any other URL
 * that gets here is not found: a file deleted since the start, or a URL of
 * Vite's development server.
 */
export function loader({ params, request }: LoaderFunctionArgs) {
  const [, refused] = /^refused\/(\d{3})$/.exec(params["*"] ?? "") ?? [];
  if (!refused) logNotFound(request.url);
  const status = Number(refused ?? 404);
  return data({ status }, { status });
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  errorMeta(data?.status ?? 404);

export default function Refused() {
  return <ErrorPage {...useLoaderData<typeof loader>()} />;
}
