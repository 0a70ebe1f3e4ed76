import type { SitePage } from "~/content/pages";

interface PageLinksProps {
  to: readonly (Pick<SitePage, "path" | "label"> & { isHidden?: boolean })[];
  /** The path of the current page; an error page has none. */
  current: string | undefined;
}

export function PageLinks({ to, current }: PageLinksProps) {
  return (
    <ul>
      {to.map(({ path, label, isHidden }) => (
        <li key={path}>
          <a
            href={path}
            className={isHidden ? "alone hidden" : "alone"}
            aria-current={path === current ? "page" : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
