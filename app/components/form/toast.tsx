import { dismissLabel } from "~/content/delivery";
import { useCallback, useEffect, useRef } from "react";
import type { MouseEvent, PropsWithChildren } from "react";
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
 * keeps what was typed. With children, it cannot be dismissed.
 */
export function ToastDialog({
  toast,
  links,
  isCalm,
  children,
}: PropsWithChildren<ToastProps>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isKept = Boolean(children);

  // Closing moves the page up, so it comes before the focus. A focus inside the
  // dialog moves to the field to correct.
  const next = links[0]?.id ?? "main";
  const dismiss = useCallback(() => {
    const hadFocus = dialog.current?.contains(document.activeElement);
    dialog.current?.close();
    if (hadFocus) document.getElementById(next)?.focus();
  }, [next]);

  useEffect(() => {
    if (isKept) return;
    const close = (event: KeyboardEvent) => {
      // An input method or a list of suggestions may use Escape itself.
      if (event.isComposing || event.defaultPrevented) return;
      if (event.key === "Escape") dismiss();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [isKept, dismiss]);

  // A link with the same words as the toast's text replaces the text.
  const own = links.find(({ text }) => text === toast.text);
  const others = links.filter(({ text }) => text !== toast.text);
  return (
    <dialog
      ref={dialog}
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
        <form
          // See SiteForm.
          role="none"
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault();
            dismiss();
          }}
        >
          <button>{dismissLabel}</button>
        </form>
      )}
    </dialog>
  );
}

const kindOf = ({ kind }: Toast, isKept: boolean) =>
  isKept ? "success kept" : kind === "question" ? "error question" : kind;

/** Scrolls to the field; a script focuses it as well. */
function FieldAnchor({ id, text }: FieldLink) {
  const focus = (event: MouseEvent) => {
    const input = document.getElementById(id);
    if (!input) return;
    event.preventDefault();
    input.focus();
  };
  return (
    <a href={`#${id}`} className="alone" onClick={focus}>
      {text}
    </a>
  );
}
