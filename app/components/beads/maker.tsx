import { useEffect, useRef, useState } from "react";
import type { Code } from "~/client/bracelets";
import { beadColors, beadWords, maker } from "~/content/maker";

interface MakerProps {
  /** The bracelet to begin with. */
  code: Code;
  /** The keepsake shows the ring, the link and the rest. */
  onChange: (code: Code) => void;
}

/** Strings a bracelet anew, bead by bead, round and round, and chooses its word. */
export function Maker({ code, onChange }: MakerProps) {
  /** What Undo goes back to, the first bracelet first. */
  const [strung, setStrung] = useState([code.slice(0, 8)]);
  /** A digit. Until one is chosen, the word is the first bead's. */
  const [chosen, setChosen] = useState(code.slice(8));
  const [said, setSaid] = useState<string>();
  const firstButton = useRef<HTMLButtonElement>(null);
  useEffect(() => firstButton.current?.focus(), []);

  const beads = strung.at(-1) ?? "";
  /** From 0 to 7. */
  const next = (strung.length - 1) % 8;
  const word = Number(chosen || beads.charAt(0));

  const show = (made: string[], choice: string) => {
    const [current = ""] = made.slice(-1);
    setStrung(made);
    setChosen(choice);
    onChange(current.startsWith(choice) ? current : current + choice);
  };
  const string = (digit: number) => {
    const made = beads.slice(0, next) + digit + beads.slice(next + 1);
    show([...strung, made], chosen);
    setSaid(`${maker.beadOf(next + 1)}, ${beadColors[digit]}`);
  };
  const undo = () => {
    if (strung.length === 1) return;
    show(strung.slice(0, -1), chosen);
    setSaid(`${maker.beadOf(((next + 7) % 8) + 1)}, ${maker.undone}`);
  };

  return (
    <>
      <div role="group" aria-label={maker.beads}>
        {beadColors.map((color, digit) => (
          <button
            key={color}
            ref={digit === 0 ? firstButton : undefined}
            onClick={() => string(digit)}
          >
            <svg className={color} viewBox="-21 -17 42 34" aria-hidden="true">
              <use href="#pony" />
            </svg>
            <span className="hidden">{color}</span>
          </button>
        ))}
        {/* A disabled button would lose the focus. */}
        <button onClick={undo} aria-disabled={strung.length === 1}>
          {maker.undo}
        </button>
      </div>
      <p aria-live="polite">{said ?? maker.beadOf(1)}</p>
      <fieldset>
        <legend>{maker.word}</legend>
        {beadWords.map((text, digit) => (
          <label key={text}>
            <input
              type="radio"
              name="word"
              checked={digit === word}
              onChange={() => show(strung, `${digit}`)}
            />
            {text}
          </label>
        ))}
      </fieldset>
    </>
  );
}
