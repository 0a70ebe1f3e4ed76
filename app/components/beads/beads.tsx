/**
 * A word in letter beads, which style sheets draw. The word itself stands beside
 * it: a label is spelled letter by letter in Firefox.
 */
export function Letters({ word }: { word: string }) {
  return (
    <span className="letters" aria-hidden="true">
      {[...word].map((letter, index) => (
        <span key={index} data-letter={letter} />
      ))}
    </span>
  );
}

/** A name in letter beads. */
export function Name({ name }: { name: string }) {
  return (
    <>
      <span className="hidden">{name}</span>
      <Letters word={name} />
    </>
  );
}

/** Words in letter beads, each on a strand from edge to edge. */
export function Cuff({ words }: { words: string[] }) {
  return words.map((word) => (
    <span key={word} className="row strung">
      <Letters word={word} />
    </span>
  ));
}
