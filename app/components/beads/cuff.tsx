import { Letters } from "~/components/beads/beads";

/** Words in letter beads, each on a strand from edge to edge. */
export function Cuff({ words }: { words: string[] }) {
  return words.map((word) => (
    <span key={word} className="row strung">
      <span className="letters">
        <Letters word={word} />
      </span>
      {/* For whoever reads the text alone. */}{" "}
    </span>
  ));
}
