import { useActionData, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import type { PropsWithChildren } from "react";
import { fieldLinks } from "~/components/form/field";
import { ToastArea } from "~/components/form/toast";
import type { Failure, Toast } from "~/forms/answer";
import type { Fields } from "~/forms/fields";

/** What every page is rendered from: the root loader's answer. */
export interface RootData {
  toast?: Toast;
  /** The document answers a form that was refused. */
  refused: boolean;
  /** Of the forms of this rendered page. */
  idempotencyKey: string;
  siteUrl: string;
  /** The script could not ask for the page anew after a submission. */
  isStale?: boolean;
}

/** Undefined on an error page. */
export const useRootData = () =>
  useRouteLoaderData("root") as RootData | undefined;

/**
 * The page's last refusal, until a success brings the page anew. Remix forgets
 * it sooner, at any link to a part of the page.
 *
 * @param lost makes the one for an answer that did not arrive
 */
export function useFailure<Refusal extends Failure>(
  lost: (fields: Fields) => Refusal,
): Refusal | undefined {
  const root = useRootData();
  const answer = useActionData() as Refusal | undefined;
  const stale = useMemo(
    () => (root?.isStale ? lost({}) : undefined),
    [root, lost],
  );
  const news = answer ?? stale;
  const key = root?.idempotencyKey;
  const [last, setLast] = useState({ news, key });
  if (news !== undefined && news !== last.news) setLast({ news, key });
  return news ?? (last.key === key ? last.news : undefined);
}

interface PageProps {
  /** The answer to a form of the page that was refused. */
  failure?: Failure;
}

/** The page proper: its toast first in reading order, then what it is about. */
export function Page({ failure, children }: PropsWithChildren<PageProps>) {
  const flash = useRootData()?.toast;
  const refused = failure !== undefined;

  // The document's title comes from loaders, which a script's submission that
  // was refused does not ask.
  useEffect(() => {
    const plain = document.title.replace(errorPrefix, "");
    document.title = refused ? errorPrefix + plain : plain;
  }, [refused]);

  return (
    <main id="main" tabIndex={-1}>
      <ToastArea toast={failure?.toast ?? flash} links={fieldLinks(failure)} />
      {children}
    </main>
  );
}

/** Stands before the title of a document that answers a refused form. */
export const errorPrefix = "Error: ";
