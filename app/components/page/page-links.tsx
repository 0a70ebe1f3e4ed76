import type { Page } from "~/content/pages";

/** A list of links to pages, by their short names. */
export function PageLinks({ to }: { to: readonly Page[] }) {
  return (
    <ul>
      {to.map(({ path, label }) => (
        <li key={path}>
          <a href={path} className="alone">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
