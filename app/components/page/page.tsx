import { useRouteLoaderData } from "@remix-run/react";
import type { MetaFunction } from "@remix-run/react";
import type { PropsWithChildren, ReactNode } from "react";
import { Cuff } from "~/components/beads/beads";
import { fieldLinks, ToastDialog } from "~/components/form/toast";
import { errorTitlePrefix } from "~/content/errors";
import { pages } from "~/content/pages";
import { productName, socialImage } from "~/content/constants";
import type { RootData } from "~/forms/answer";

/** The root's data, from which every page is rendered. It is empty on an error page. */
export const usePage = (): Partial<RootData> =>
  (useRouteLoaderData("root") as RootData | undefined) ?? {};

/** A route's meta function: what search engines and link previews show. */
export const pageMeta =
  (name: keyof typeof pages): MetaFunction =>
  ({ matches }) => {
    const [root] = matches;
    const { siteUrl, answer } = root?.data as RootData;
    const { title, description, path } = pages[name];
    const prefix = answer ? errorTitlePrefix : "";
    const url = new URL(path, siteUrl).href;
    const image = new URL(socialImage.path, siteUrl).href;
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

/** The toast comes first in reading order. With a keepsake, it cannot be dismissed. */
export function Page({
  keepsake,
  children,
}: PropsWithChildren<{ keepsake?: ReactNode }>) {
  const { answer, toast } = usePage();
  return (
    <main id="main" tabIndex={-1}>
      {toast && (
        <ToastDialog
          toast={toast}
          outcome={answer?.outcome ?? "stored"}
          links={answer && fieldLinks(answer)}
        >
          {keepsake}
        </ToastDialog>
      )}
      {children}
    </main>
  );
}

/** The heading of every page but the landing page, in letter beads. */
export function PageHeading({
  heading,
  intro,
  children,
}: PropsWithChildren<{ heading: string; intro: string }>) {
  return (
    <div className="head">
      <h1 className="cuff">
        <span className="hidden">{heading}</span>
        <Cuff words={heading.split(" ")} />
      </h1>
      <div className="wrap">
        <p className="lede">{intro}</p>
        {children}
      </div>
    </div>
  );
}
