/** The SVG of each drawing, by file name. */
const drawings = inlined(
  import.meta.glob<string>("./drawings/*.svg", {
    eager: true,
    query: "?raw",
    import: "default",
  }),
);

/**
 * Removes what only a standalone file needs, such as its colors, which the style
 * sheet sets, and white space.
 */
function inlined(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, svg]) => [
      path.slice("./drawings/".length, -".svg".length),
      svg.replace(
        / xmlns="[^"]*"|<style>[^]*<\/style>|\s+(?=<|$)|(?<=\)) /g,
        "",
      ),
    ]),
  );
}

interface DrawingProps {
  /** The file's name in `drawings`, without `.svg`. */
  name: string;
  /** A page's first drawing defines the beads that the others reuse. */
  definesBeads?: boolean;
}

/** Decorative: the text next to it says the same. */
export function Drawing({ name, definesBeads = false }: DrawingProps) {
  const svg = drawings[name] ?? "";
  const __html = definesBeads ? svg : svg.replace(/<defs>.*<\/defs>/, "");
  return <div data-svg={name} dangerouslySetInnerHTML={{ __html }} />;
}
