import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import type { Code } from "~/client/bracelets";
import { Maker } from "~/components/beads/maker";

/**
 * The island, which a press of "Make it yours" loads: when this returns, the maker is in
 * the page. React comes to the browser for nothing else.
 *
 * @param place its content is replaced
 * @param onChange receives the first bracelet and each that the visitor makes, and
 *   which bead comes next, from 0 to 7
 */
export function startMaker(
  place: Element,
  code: Code,
  onChange: (code: Code, next: number) => void,
): void {
  const root = createRoot(place);
  flushSync(() => root.render(<Maker code={code} onChange={onChange} />));
}
