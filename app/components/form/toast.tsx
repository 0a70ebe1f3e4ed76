import { dismissLabel } from "~/content/delivery";
import { useCallback, useEffect, useRef, useState } from "react";
import type { MouseEvent, PropsWithChildren } from "react";
import { TextWithMailLinks } from "~/components/page/mail-link";
import type { FieldLink } from "~/components/form/field";
import type { Toast } from "~/forms/answer";

interface ToastAreaProps {
  id: string | number | undefined;
  toast: Toast | undefined;
  links: FieldLink[];
  /** See isCalm. */
  isCalm: boolean;
}

/**
 * The answer to a form. It takes the focus and is read at once; with a live region
 * or a description, a screen reader would read it twice.
 */
export function ToastArea({
  id,
  toast,
  ...rest
}: PropsWithChildren<ToastAreaProps>) {
  // The browser has already focused a toast that came with the document.
  const [first] = useState(id);
  if (!toast) return null;
  // Each toast is a new element, because the visitor may have closed the last one
  // before React loaded.
  return <ToastDialog key={id} toast={toast} isNew={id !== first} {...rest} />;
}

interface ToastDialogProps extends Pick<ToastAreaProps, "links" | "isCalm"> {
  toast: Toast;
  isNew: boolean;
}

/**
 * An open dialog with a form of method "dialog": dismissing it needs no script,
 * sends no request and keeps what was typed. Its children are kept, so it has no
 * such form.
 */
function ToastDialog({
  toast,
  links,
  isCalm,
  isNew,
  children,
}: PropsWithChildren<ToastDialogProps>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isKept = Boolean(children);

  useEffect(() => {
    const { current } = dialog;
    if (!isNew || !current) return;
    // Browsers before 2024 need it to focus a dialog. HTML forbids it in markup.
    current.tabIndex = -1;
    current.focus({ preventScroll: true });
    // In a small window, the top of the toast must be visible. A busy Firefox may
    // scroll to what was typed last only in the frame after.
    const scroll = () => current.scrollIntoView();
    scroll();
    requestAnimationFrame(() => requestAnimationFrame(scroll));
  }, [isNew]);

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
      className={`toast ${toast.kind === "question" ? "error question" : toast.kind}${isCalm ? " good" : ""}${isKept ? " kept" : ""}`}
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
          // See PostForm.
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
