import { Drawing } from "~/components/beads/drawing";
import { trade } from "~/content/landing";

const colors = { genre: "aqua", festival: "orange", value: "pink" };

/** Two people's beads: those that both have light up and touch. */
export function Trade() {
  return (
    <div className="wrap">
      <p className="hidden">{trade.sentence}</p>
      {/* CSS draws the words, so that nobody hears them one by one. */}
      <div className="trade poster" aria-hidden="true">
        <Drawing name="trade" />
        <div className="pairs">
          <Row words={trade.people} />
          {trade.rows.map(({ kind, words }) => (
            <Row
              key={words.join()}
              className={`${colors[kind]}${words[0] === words[1] ? " shared" : ""}`}
              words={words}
            />
          ))}
        </div>
      </div>
      <p className="note">
        <span>{trade.caption[0]}</span> <span>{trade.caption[1]}</span>
      </p>
    </div>
  );
}

interface RowProps {
  className?: string;
  words: readonly [string, string];
}

function Row({ className, words: [one, other] }: RowProps) {
  return (
    <div className={className}>
      <span data-word={one} />
      <span data-word={other} />
    </div>
  );
}
