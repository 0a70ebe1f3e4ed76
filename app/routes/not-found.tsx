import { data } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { errorMeta, ErrorPage } from "~/components/error-page";
import { logNotFound } from "~/services/log.server";
import { decidedAnswer } from "~/services/requests.server";

const status = 404;

export const meta = () => errorMeta(status);

export function loader({ request }: LoaderFunctionArgs) {
  const decided = decidedAnswer(request);
  if (decided) throw decided;
  logNotFound(request.url);
  return data(null, { status });
}

/** A form posted to a page that does not exist gets the same answer. */
export const action = () => data(null, { status });

export default function NotFound() {
  return <ErrorPage status={status} />;
}
