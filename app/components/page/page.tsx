import { useEffect } from "react";
import type { PropsWithChildren } from "react";
import { fieldLinks } from "~/components/form/field";
import { ToastArea } from "~/components/form/toast";
import { useSubmission } from "~/components/form/use-submission";
import { errorTitlePrefix } from "~/content/errors";
import type { Toast } from "~/forms/answer";

/** The root loader's answer: every page is rendered from it. */
export interface RootData {
  toast?: Toast;
  /** The key that the forms of this rendered page carry. */
  idempotencyKey: string;
  siteUrl: string;
  /** The current date in UTC, as in 2026-11-20. */
  today: string;
}

/** The page proper: its toast first in reading order, then what it is about. */
export function Page({ children }: PropsWithChildren) {
  const { failure, toast, toastId } = useSubmission();
  const refused = failure !== undefined;

  // Meta functions know nothing of an action's answer.
  useEffect(() => {
    const plain = document.title.replace(errorTitlePrefix, "");
    document.title = refused ? errorTitlePrefix + plain : plain;
  }, [refused]);

  return (
    <main id="main" tabIndex={-1}>
      <ToastArea id={toastId} toast={toast} links={fieldLinks(failure)} />
      {children}
    </main>
  );
}
