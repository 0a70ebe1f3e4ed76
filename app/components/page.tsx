import { useActionData, useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { PropsWithChildren } from "react";
import { fieldLinks } from "~/components/field";
import { ToastArea } from "~/components/toast";
import type { Failure } from "~/forms/answer";
import type { Fields } from "~/forms/fields";
import type { RootData } from "~/root";

/** What the root loader said; undefined on an error page. */
export const useRootData = () =>
  useRouteLoaderData("root") as RootData | undefined;

/**
 * The page's last refusal.
 *
 * @param lost makes the one for an answer that did not arrive
 */
export function useFailure<Refusal extends Failure>(
  lost: (fields: Fields) => Refusal,
): Refusal | undefined {
  const answer = useActionData() as Refusal | undefined;
  const isStale = useRootData()?.isStale;
  return answer ?? (isStale ? lost({}) : undefined);
}

interface PageProps {
  className?: string;
  /** The answer to a form of the page that was refused. */
  failure?: Failure;
}

/** The page proper: its toast first in reading order, then what it is about. */
export function Page({
  className,
  failure,
  children,
}: PropsWithChildren<PageProps>) {
  const flash = useRootData()?.toast;
  const refused = failure !== undefined;

  // The document's title comes from loaders, which a script's submission that
  // was refused does not ask.
  useEffect(() => {
    const plain = document.title.replace(errorPrefix, "");
    document.title = refused ? errorPrefix + plain : plain;
  }, [refused]);

  return (
    <main id="main" tabIndex={-1} className={className}>
      <ToastArea toast={failure?.toast ?? flash} links={fieldLinks(failure)} />
      {children}
    </main>
  );
}

/** Stands before the title of a document that answers a refused form. */
export const errorPrefix = "Error: ";
