import type { PropsWithChildren, ReactNode } from "react";
import { fieldLinks, isCalm } from "~/components/form/field";
import { ToastDialog } from "~/components/form/toast";
import { useAnswer } from "~/components/form/use-answer";

interface PageProps {
  /** Is in the toast, which then cannot be dismissed. */
  keepsake?: ReactNode;
}

/** The toast comes first in reading order. */
export function Page({ keepsake, children }: PropsWithChildren<PageProps>) {
  const { answer, toast } = useAnswer();
  return (
    <main id="main" tabIndex={-1}>
      {toast && (
        <ToastDialog
          toast={toast}
          links={fieldLinks(answer)}
          isCalm={isCalm(answer)}
        >
          {keepsake}
        </ToastDialog>
      )}
      {children}
    </main>
  );
}
