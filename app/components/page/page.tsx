import { useEffect } from "react";
import type { PropsWithChildren, ReactNode } from "react";
import { fieldLinks, isCalm } from "~/components/form/field";
import { ToastArea } from "~/components/form/toast";
import { useSubmission } from "~/components/form/post-form";
import { errorTitlePrefix } from "~/content/errors";

interface PageProps {
  /** Stands in the toast, which then stays. */
  kept?: ReactNode;
}

/** The toast comes first in reading order. */
export function Page({ kept, children }: PropsWithChildren<PageProps>) {
  const { failure, toast, toastId } = useSubmission();
  const refused = failure !== undefined;

  // Remix passes no action data to meta functions.
  useEffect(() => {
    const plain = document.title.replace(errorTitlePrefix, "");
    document.title = refused ? errorTitlePrefix + plain : plain;
  }, [refused]);

  return (
    <main id="main" tabIndex={-1}>
      <ToastArea
        id={toastId}
        toast={toast}
        links={fieldLinks(failure)}
        isCalm={isCalm(failure)}
      >
        {kept}
      </ToastArea>
      {children}
    </main>
  );
}
