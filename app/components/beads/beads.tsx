/** CSS draws the letters, so that the page's text does not repeat the word. */
export function Letters({ word }: { word: string }) {
  return (
    <span className="letters" aria-hidden="true">
      {[...word].map((letter, index) => (
        <span key={index} data-letter={letter} />
      ))}
    </span>
  );
}

/** Has hidden text, because Firefox spells an aria-label letter by letter. */
export function Name({ name }: { name: string }) {
  return (
    <>
      <span className="hidden">{name}</span>
      <Letters word={name} />
    </>
  );
}

/** Words in letter beads, on strands that reach both edges of the window. */
export function Cuff({ words }: { words: string[] }) {
  return words.map((word) => (
    <span key={word} className="row strung">
      <Letters word={word} />
    </span>
  ));
}
