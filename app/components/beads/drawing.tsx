/**
 * The SVG of each drawing, by its file's name. The browser has them in the
 * document: the script need not carry them too.
 */
const drawings: Record<string, string> = import.meta.env.SSR
  ? inlined(
      import.meta.glob<string>("./drawings/*.svg", {
        eager: true,
        query: "?raw",
        import: "default",
      }),
    )
  : Object.fromEntries(
      Array.from(
        document.querySelectorAll<HTMLElement>("[data-svg]"),
        ({ dataset, innerHTML }) => [dataset.svg, innerHTML],
      ),
    );

/**
 * Leaves out what a file needs only by itself, such as its colors, which the
 * style sheet sets. White space between elements would count as words of the page.
 */
function inlined(files: Record<string, string>) {
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
  /** The name of its file in `drawings`. */
  name: string;
  /** The first drawing of a page defines the beads of those after it. */
  definesBeads?: boolean;
}

/** A drawing says nothing that the words beside it do not. */
export function Drawing({ name, definesBeads = false }: DrawingProps) {
  const svg = drawings[name] ?? "";
  const __html = definesBeads ? svg : svg.replace(/<defs>.*<\/defs>/, "");
  return <div data-svg={name} dangerouslySetInnerHTML={{ __html }} />;
}
