import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import { errorPrefix } from "~/components/page";
import type { Page } from "~/content/pages";
import type { RootData } from "~/root";

/** Title, description and canonical link of a page, for its route to export. */
export const pageMeta =
  ({ path, title, description }: Page): MetaFunction =>
  ({ matches }) => {
    const root = matches.find(({ id }) => id === "root")?.data as
      RootData | undefined;
    const tags: MetaDescriptor[] = [
      { title: root?.refused ? errorPrefix + title : title },
      { name: "description", content: description },
    ];
    if (root) {
      const href = new URL(path, root.siteUrl).href;
      tags.push({ tagName: "link", rel: "canonical", href });
    }
    return tags;
  };
