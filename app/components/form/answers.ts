import {
  useActionData,
  useOutletContext,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Answer, RootData } from "~/forms/answer";

/** The root gives its routes this. */
interface Answers {
  /** The answers that the page's script has received since React came, in order. */
  received: Answer[];
  /** Shows an answer, if React can. */
  show: (event: Event, read: () => Answer) => void;
}

/** The state of all forms of a page. */
export function useReceivedAnswers(): Answers {
  const [received, setReceived] = useState<Answer[]>([]);
  const isInPlace = useInPlace();
  const show = (event: Event, read: () => Answer) => {
    if (!isInPlace()) return;
    const answer = read();
    event.preventDefault();
    // The script then moves the focus to the toast.
    flushSync(() => setReceived((earlier) => [...earlier, answer]));
  };
  return { received, show };
}

/**
 * Returns a check that the page's elements are where React left them. React throws
 * when it changes one that an extension has moved or removed:
 * https://github.com/facebook/react/issues/11538. Added elements and translated
 * texts do no harm.
 */
function useInPlace(): () => boolean {
  const places = useRef<[Element, Element | null][]>([]);
  useEffect(() => {
    const elements = [...document.querySelectorAll("#main, #main *")];
    places.current = elements.map((element) => [
      element,
      element.parentElement,
    ]);
  });
  return () =>
    places.current.every(
      ([element, parent]) =>
        element.isConnected && element.parentElement === parent,
    );
}

/** The answers that a page shows: the document's own, and what came since. */
export function useAnswers() {
  // Undefined on an error page.
  const page = useRouteLoaderData("root") as RootData | undefined;
  const context = useOutletContext<Answers | undefined>();
  const own = useActionData() as Answer | undefined;
  const received = context?.received ?? [];
  const answers = own ? [own, ...received] : received;
  const last = answers.at(-1);
  return {
    answers,
    last,
    show: context?.show,
    idempotencyKey: page?.idempotencyKey,
    toast: last?.toast ?? page?.toast,
    toastId: answers.length,
  };
}
