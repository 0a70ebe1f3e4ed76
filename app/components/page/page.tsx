import { useRouteLoaderData } from "@remix-run/react";
import type { PropsWithChildren, ReactNode } from "react";
import { Cuff } from "~/components/beads/beads";
import { ToastDialog } from "~/components/form/toast";
import type { RootData } from "~/forms/answer";

/** What every page is rendered from. An error page has nothing of it. */
export const usePage = (): Partial<RootData> =>
  (useRouteLoaderData("root") as RootData | undefined) ?? {};

interface PageProps {
  /** Is in the toast, which then cannot be dismissed. */
  keepsake?: ReactNode;
}

/** The toast comes first in reading order. */
export function Page({ keepsake, children }: PropsWithChildren<PageProps>) {
  const { answer, toast } = usePage();
  return (
    <main id="main" tabIndex={-1}>
      {toast && (
        <ToastDialog toast={toast} answer={answer}>
          {keepsake}
        </ToastDialog>
      )}
      {children}
    </main>
  );
}

interface PageHeadingProps {
  heading: string;
  intro: string;
}

/** The heading of every page but the landing page, in letter beads. */
export function PageHeading({
  heading,
  intro,
  children,
}: PropsWithChildren<PageHeadingProps>) {
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
