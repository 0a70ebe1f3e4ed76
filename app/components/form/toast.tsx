import { dismissLabel } from "~/content/delivery";
import type { PropsWithChildren } from "react";
import { TextWithMailLinks } from "~/components/page/mail-link";
import type { FieldLink } from "~/components/form/field";
import type { Toast } from "~/forms/toasts";

interface ToastProps {
  toast: Toast;
  links: FieldLink[];
  /** See isCalm. */
  isCalm: boolean;
}

/**
 * The answer to a form. The script gives it the focus, and it is read at once; with a
 * live region or a description, a screen reader would read it twice. An open dialog
 * with a form of method "dialog" needs no script to be dismissed, sends no request and
 * keeps what was typed. With children, it cannot be dismissed. client/toasts.ts adds
 * Escape and the focus.
 */
export function ToastDialog({
  toast,
  links,
  isCalm,
  children,
}: PropsWithChildren<ToastProps>) {
  const isKept = Boolean(children);
  // A link with the same words as the toast's text replaces the text.
  const own = links.find(({ text }) => text === toast.text);
  const others = links.filter(({ text }) => text !== toast.text);
  return (
    <dialog
      open
      className={`toast ${kindOf(toast, isKept)}${isCalm ? " good" : ""}`}
      aria-labelledby="toast-title"
      // Without a script, the browser focuses it as the page loads.
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the outcome of a form must be read first
      autoFocus
    >
      <div>
        <p id="toast-title" className="toast-title poster">
          {toast.title}
        </p>
        <p id="toast-text">
          {own ? (
            <FieldAnchor {...own} />
          ) : (
            <TextWithMailLinks>{toast.text}</TextWithMailLinks>
          )}
        </p>
        {others.length > 0 && (
          <ul>
            {others.map((link) => (
              <li key={link.id}>
                <FieldAnchor {...link} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {isKept ? (
        children
      ) : (
        // See SiteForm.
        <form role="none" method="dialog">
          <button>{dismissLabel}</button>
        </form>
      )}
    </dialog>
  );
}

const kindOf = ({ kind }: Toast, isKept: boolean) =>
  isKept ? "success kept" : kind === "question" ? "error question" : kind;

/** Scrolls to the field; the script focuses it as well. */
const FieldAnchor = ({ id, text }: FieldLink) => (
  <a href={`#${id}`} className="alone">
    {text}
  </a>
);
