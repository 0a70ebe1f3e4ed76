import { useEffect, useRef } from "react";

/**
 * Tells whether the page's elements are where React left them. React throws when
 * it comes to change one that an extension has moved or removed:
 * https://github.com/facebook/react/issues/11538. What is added, and texts that
 * are translated, do not disturb it.
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
