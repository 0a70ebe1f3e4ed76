import type { PropsWithChildren, ReactNode } from "react";
import { fieldLinks, isCalm } from "~/components/form/field";
import { ToastDialog } from "~/components/form/toast";
import { useAnswers } from "~/components/form/answers";

interface PageProps {
  /** Is in the toast, which then cannot be dismissed. */
  keepsake?: ReactNode;
}

/** The toast comes first in reading order. */
export function Page({ keepsake, children }: PropsWithChildren<PageProps>) {
  const { last, toast, toastId } = useAnswers();
  return (
    <main id="main" tabIndex={-1}>
      {toast && (
        <ToastDialog
          // The visitor may have closed the last one before React came.
          key={toastId}
          toast={toast}
          links={fieldLinks(last)}
          isCalm={isCalm(last)}
        >
          {keepsake}
        </ToastDialog>
      )}
      {children}
    </main>
  );
}
