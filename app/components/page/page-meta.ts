import type { MetaFunction } from "@remix-run/react";
import type { RootData } from "~/forms/answer";
import { errorTitlePrefix } from "~/content/errors";
import { pages } from "~/content/pages";
import { productName, socialImage } from "~/content/site";

/** A route's meta function: what search engines and link previews show. */
export const pageMeta =
  (name: keyof typeof pages): MetaFunction =>
  ({ matches }) => {
    const root = matches.find(({ id }) => id === "root")?.data as
      RootData | undefined;
    const { title, description, path } = pages[name];
    if (!root) return [{ title }];
    const prefix = root.answer ? errorTitlePrefix : "";
    const url = new URL(path, root.siteUrl).href;
    const image = new URL(socialImage.path, root.siteUrl).href;
    return [
      { title: prefix + title },
      { name: "description", content: description },
      { tagName: "link", rel: "canonical", href: url },
      { property: "og:type", content: "website" },
      { property: "og:site_name", content: productName },
      { property: "og:title", content: title },
      { property: "og:description", content: description },
      { property: "og:url", content: url },
      { property: "og:image", content: image },
      { property: "og:image:width", content: String(socialImage.width) },
      { property: "og:image:height", content: String(socialImage.height) },
      { property: "og:image:alt", content: socialImage.alt },
      { name: "twitter:card", content: "summary_large_image" },
      { name: "twitter:title", content: title },
      { name: "twitter:description", content: description },
      { name: "twitter:image", content: image },
      { name: "twitter:image:alt", content: socialImage.alt },
    ];
  };
