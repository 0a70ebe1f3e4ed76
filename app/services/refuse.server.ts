import { data } from "@remix-run/node";
import type { AppLoadContext } from "@remix-run/node";
import type { Failure } from "~/forms/answer";

/**
 * Answers a form in place: a cookie cannot hold what was typed, and a failure
 * must not need one. The document's loaders learn of it from the context.
 *
 * @param wait in seconds, before the visitor may try again
 */
export function refuse<Field extends string>(
  context: AppLoadContext,
  failure: Failure<Field>,
  wait?: number,
) {
  context.refused = true;
  const headers = new Headers();
  if (wait !== undefined) headers.set("Retry-After", String(wait));
  return data(failure, { status: failure.status, headers });
}
