import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import type { Code } from "~/client/bracelets";
import { Name } from "~/components/beads/beads";
import { beadColors, beadWords, maker } from "~/content/maker";

/**
 * The island, which a press of "Make it yours" loads: when this returns, the maker is in
 * the place, whose content it replaces. React comes to the browser for nothing else.
 */
export const startMaker = (
  place: Element,
  code: Code,
  onChange: MakerProps["onChange"],
): void =>
  flushSync(() =>
    createRoot(place).render(<Maker code={code} onChange={onChange} />),
  );

interface MakerProps {
  /** The bracelet to begin with. */
  code: Code;
  /**
   * Receives the first bracelet and each that the visitor makes, and which bead comes
   * next, from 0 to 7. The keepsake shows the ring, the link and the rest.
   */
  onChange: (code: Code, next: number) => void;
}

/** Strings a bracelet anew, bead by bead, round and round, and chooses its word. */
function Maker({ code, onChange }: MakerProps) {
  /** The beads before and after each press that Undo takes back. */
  const [strung, setStrung] = useState([code.slice(0, 8)]);
  /** A digit. Until one is chosen, the word is the first bead's. */
  const [chosen, setChosen] = useState(code.slice(8));
  const [said, setSaid] = useState<string>(maker.start);

  const presses = strung.length - 1;
  const beads = strung[presses] ?? "";
  /** From 0 to 7. */
  const next = presses % 8;
  const word = chosen || beads.charAt(0);
  const made = beads.startsWith(word) ? beads : beads + word;
  useEffect(() => onChange(made, next), [made, next, onChange]);

  const string = (digit: number) => {
    const changed = beads.slice(0, next) + digit + beads.slice(next + 1);
    setStrung([...strung, changed]);
    setSaid(`${maker.beadOf(next)}, ${beadColors[digit]}`);
  };
  const undo = () => {
    if (presses === 0) return;
    setStrung(strung.slice(0, -1));
    setSaid(`${maker.beadOf((next + 7) % 8)}, ${maker.undone}`);
  };

  return (
    <>
      <fieldset className="colors">
        <legend>{maker.next(next)}</legend>
        {/* Chromium 87 lays out no grid in a fieldset. */}
        <div>
          {beadColors.map((color, digit) => (
            <button type="button" key={color} onClick={() => string(digit)}>
              <svg className={color} viewBox="-19 -28 38 56" aria-hidden="true">
                <use href="#pony" />
              </svg>
              <span className="hidden">{color}</span>
            </button>
          ))}
        </div>
      </fieldset>
      <div className="strung-last">
        <p aria-live="polite">{said}</p>
        {/* A disabled button would lose the focus. */}
        <button type="button" onClick={undo} aria-disabled={presses === 0}>
          {maker.undo}
        </button>
      </div>
      <fieldset className="words">
        <legend>{maker.word}</legend>
        <div>
          {beadWords.map((name, digit) => (
            <label key={name}>
              <input
                type="radio"
                name="word"
                checked={word === `${digit}`}
                onChange={() => setChosen(`${digit}`)}
              />
              <Name name={name} />
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
