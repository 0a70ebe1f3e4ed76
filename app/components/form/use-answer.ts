import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Answer, RootData } from "~/forms/answer";

/** Remix tells only a route's own view what its action has answered. */
export const AnswerContext = createContext<Answer | undefined>(undefined);

/** The answer to a refused form, and what every page with a form has. */
export function useAnswer() {
  const answer = useContext(AnswerContext);
  // Undefined on an error page.
  const page = useRouteLoaderData("root") as RootData | undefined;
  const toast = answer?.toast ?? page?.toast;
  return { answer, toast, idempotencyKey: page?.idempotencyKey };
}
