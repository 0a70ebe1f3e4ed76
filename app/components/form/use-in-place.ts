import { useEffect, useRef } from "react";

/**
 * Returns a check that the page's elements are where React left them. React throws
 * when it changes one that an extension has moved or removed:
 * https://github.com/facebook/react/issues/11538. Added elements and translated
 * texts do no harm.
 */
export function useInPlace(): () => boolean {
  const places = useRef<[Element, Element | null][]>([]);
  useEffect(() => {
    const elements = [...document.querySelectorAll("main, main *")];
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
