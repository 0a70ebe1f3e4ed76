import type { SitePage } from "~/content/pages";

interface PageLinksProps {
  to: readonly Pick<SitePage, "path" | "label">[];
  /** The path of the current page; an error page has none. */
  current: string | undefined;
}

export function PageLinks({ to, current }: PageLinksProps) {
  return (
    <ul>
      {to.map(({ path, label }) => (
        <li key={path}>
          <a
            href={path}
            className="alone"
            aria-current={path === current ? "page" : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
