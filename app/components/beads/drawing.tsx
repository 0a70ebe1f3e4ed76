const files = import.meta.glob<string>("./drawings/*.svg", {
  eager: true,
  query: "?raw",
  import: "default",
});

/**
 * The SVG of each drawing by the file's name, without white space and what only a
 * standalone file needs, such as its colors, which the style sheet sets.
 */
const drawings = new Map(
  Object.entries(files).map(([path, svg]) => [
    path.slice("./drawings/".length, -".svg".length),
    svg.replace(/ xmlns="[^"]*"|<style>[^]*<\/style>|\s+(?=<|$)|(?<=\)) /g, ""),
  ]),
);

interface DrawingProps {
  /** The file's name in `drawings`, without `.svg`. */
  name: string;
  /** A page's first drawing defines the beads that the others reuse. */
  definesBeads?: boolean;
}

/** Decorative: the text next to it says the same. */
export function Drawing({ name, definesBeads = false }: DrawingProps) {
  const svg = drawings.get(name) ?? "";
  const __html = definesBeads ? svg : svg.replace(/<defs>.*<\/defs>/, "");
  return <div data-svg="" dangerouslySetInnerHTML={{ __html }} />;
}
