import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import type { StartMaker } from "~/client/bracelets";
import { Maker } from "~/components/beads/maker";

/**
 * The island: the keepsake's script imports this file when the visitor presses "Make it
 * yours". React comes to the browser for nothing else.
 */
export const startMaker: StartMaker = (place, code, onChange) => {
  const root = createRoot(place);
  flushSync(() => root.render(<Maker code={code} onChange={onChange} />));
};
