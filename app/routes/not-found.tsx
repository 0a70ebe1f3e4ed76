import { data } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { errorMeta, ErrorPage } from "~/components/error-page";
import { logNotFound } from "~/services/log.server";

const status = 404;

export const meta = () => errorMeta(status);

export function loader({ request }: LoaderFunctionArgs) {
  logNotFound(request.url);
  return data(null, { status });
}

/** A form posted to a page that does not exist gets the same answer. */
export const action = () => data(null, { status });

export default function NotFound() {
  return <ErrorPage status={status} />;
}
