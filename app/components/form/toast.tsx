import { useCallback, useEffect, useRef, useState } from "react";
import type { MouseEvent } from "react";
import { TextWithMailLinks } from "~/components/page/mail-link";
import type { FieldLink } from "~/components/form/field";
import type { Toast } from "~/forms/answer";

interface ToastAreaProps {
  id: string | number | undefined;
  toast: Toast | undefined;
  links: FieldLink[];
}

/**
 * The answer to a form. It takes the focus, and so is read at once: no live
 * region, no description, for a screen reader would say the same words again.
 */
export function ToastArea({ id, toast, links }: ToastAreaProps) {
  // The browser has moved the focus to the toast that came with the document.
  const [first] = useState(id);
  if (!toast) return null;
  // Each toast is an element of its own, because the browser may have closed the
  // last one before the script arrived.
  return (
    <ToastDialog key={id} toast={toast} links={links} isNews={id !== first} />
  );
}

interface ToastDialogProps {
  toast: Toast;
  links: FieldLink[];
  isNews: boolean;
}

/**
 * An open dialog with a form of method "dialog": it can be dismissed without a
 * script, without a request and without losing what was typed.
 */
function ToastDialog({ toast, links, isNews }: ToastDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const { current } = dialog;
    if (!isNews || !current) return;
    // Browsers before 2024 focus no dialog without it. HTML forbids it in a page.
    current.tabIndex = -1;
    current.focus({ preventScroll: true });
    // In a small window its begin is what must be seen.
    current.scrollIntoView();
  }, [isNews]);

  // Closed first, for the page moves up then. A focus that was in the dialog goes
  // on to what there is to correct.
  const next = links[0]?.id ?? "main";
  const dismiss = useCallback(() => {
    const hadFocus = dialog.current?.contains(document.activeElement);
    dialog.current?.close();
    if (hadFocus) document.getElementById(next)?.focus();
  }, [next]);

  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      // Escape may be somebody else's: an input method's, a list of proposals'.
      if (event.isComposing || event.defaultPrevented) return;
      if (event.key === "Escape") dismiss();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [dismiss]);

  // The link whose words are the toast's own text stands in its place.
  const [own, others] = partition(links, ({ text }) => text === toast.text);
  return (
    <dialog
      ref={dialog}
      open
      className={`toast ${toast.kind}`}
      aria-labelledby="toast-title"
      // Without a script the browser moves the focus here as the page loads.
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the outcome of a form is what must be read first
      autoFocus
    >
      <div>
        <p id="toast-title" className="toast-title">
          {toast.title}
        </p>
        <p id="toast-text">
          {own[0] ? (
            <FieldAnchor {...own[0]} />
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
      <form
        // See PostForm.
        role="none"
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          dismiss();
        }}
      >
        <button>Dismiss</button>
      </form>
    </dialog>
  );
}

/** Leads to the field, and with a script into it. */
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

function partition<Item>(items: Item[], test: (item: Item) => boolean) {
  return [items.filter(test), items.filter((item) => !test(item))] as const;
}
