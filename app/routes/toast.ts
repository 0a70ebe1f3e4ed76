import type { LoaderFunctionArgs } from "@remix-run/node";
import { randomUUID } from "node:crypto";
import type { Success } from "~/forms/answer";
import { takeToast } from "~/server/toast.server";

/** The script fetches this after a success instead of loading the page again. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(request);
  const success: Partial<Success> = { toast, idempotencyKey: randomUUID() };
  return Response.json(success, {
    headers: { ...headers, "Cache-Control": "no-store" },
  });
}
