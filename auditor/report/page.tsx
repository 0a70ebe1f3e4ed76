/** @jsxRuntime automatic @jsxImportSource react */
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
table { border-collapse: collapse; width: 100%; margin-block: 1rem; }
th, td { border: 1px solid; padding: 0.3rem 0.6rem; text-align: start; vertical-align: top; }
td { overflow-wrap: anywhere; }
caption { text-align: start; font-weight: bold; }
summary { padding: 0.6rem 0; cursor: pointer; }
pre { overflow: auto; border: 1px solid; padding: 1rem; }
.notice { border: 2px solid; padding: 1rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
@media (max-width: 40rem) {
  table, tbody, tr, th, td, caption { display: block; }
  thead { display: none; }
  td::before { content: attr(data-head) ": "; font-weight: bold; }
}
`;

export const renderPage = (page: ReactElement) =>
  `<!doctype html>\n${renderToStaticMarkup(page)}\n`;

interface PageProps {
  title: string;
  /** What a reader has to know first. */
  notice?: string | undefined;
  children: ReactNode;
}

export const Page = ({ title, notice, children }: PageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <style dangerouslySetInnerHTML={{ __html: styles }} />
    </head>
    <body>
      <main>
        <h1>{title}</h1>
        {notice && <p className="notice">{notice}</p>}
        {children}
      </main>
    </body>
  </html>
);

/** Sections by heading, after a list that links to each. */
export const Sections = ({ of: parts }: { of: Record<string, ReactNode> }) => {
  const idOf = (heading: string) =>
    heading.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return (
    <>
      <nav aria-labelledby="contents">
        <p id="contents">Contents</p>
        <List
          items={Object.keys(parts).map((heading) => (
            <a key={heading} href={`#${idOf(heading)}`}>
              {heading}
            </a>
          ))}
        />
      </nav>
      {Object.entries(parts).map(([heading, content]) => (
        <section key={heading}>
          <h2 id={idOf(heading)}>{heading}</h2>
          {content}
        </section>
      ))}
    </>
  );
};

interface TableProps {
  caption?: string;
  head: readonly string[];
  /** Each row begins with the cell that names it. */
  rows: readonly (readonly ReactNode[])[];
}

/** On a narrow screen each cell is on its own line, after its header. */
export const Table = ({ caption, head, rows }: TableProps) => (
  <table>
    {caption && <caption>{caption}</caption>}
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([first, ...others], row) => (
        <tr key={row}>
          <th scope="row">{first}</th>
          {others.map((cell, column) => (
            <td key={column} data-head={head[column + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

export const List = ({ items }: { items: readonly ReactNode[] }) =>
  items.length === 0 ? (
    <p>None.</p>
  ) : (
    <ul>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
