import type { PropsWithChildren } from "react";
import { TextWithMailLinks } from "~/components/page/mail-link";
import { dismissLabel } from "~/content/delivery";
import { backToForm } from "~/content/shared";
import type { Answer, Outcome } from "~/forms/answer";
import { fieldId, suggestionId } from "~/forms/definition";
import type { Toast } from "~/forms/toasts";

interface FieldLink {
  /** The id of the field, or of the button that answers a question. */
  id: string;
  text: string;
}

interface Refusal extends Partial<Pick<Answer, "errors" | "suggestions">> {
  formId: string;
  /** By field, the first of which a link leads to if none is wrong. */
  values: object;
}

/** Links to the fields that a refusal names, or else back to its form. */
export function fieldLinks({
  formId,
  values,
  errors = {},
  suggestions = {},
}: Refusal): FieldLink[] {
  const [first = ""] = Object.keys(values);
  const links = Object.entries(errors);
  return (links.length > 0 ? links : [[first, backToForm]]).map(
    ([name = "", text = ""]) => {
      const idOf = suggestions[name] ? suggestionId : fieldId;
      return { id: idOf(formId, name), text };
    },
  );
}

const looks: Record<Outcome, string> = {
  stored: "success",
  duplicate: "success",
  asked: "error question",
  refused: "error",
  failed: "error",
  limited: "error",
};

interface ToastProps {
  toast: Toast;
  outcome: Outcome;
  links?: FieldLink[];
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
  outcome,
  links = [],
  children,
}: PropsWithChildren<ToastProps>) {
  // A link with the same words as the toast's text replaces the text.
  const own = links.find(({ text }) => text === toast.text);
  const others = links.filter((link) => link !== own);
  return (
    <dialog
      open
      className={`toast ${looks[outcome]}${children ? " joined" : ""}`}
      data-outcome={outcome}
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
      {children || (
        <>
          {/* Browsers without <dialog> send a form of its method as a GET, and forget
              what was typed. They do not know the attribute form either: outside of
              a form, and before the first, the button does nothing there. */}
          <button type="submit" form="dismiss">
            {dismissLabel}
          </button>
          <form id="dismiss" method="dialog" role="none" className="hidden" />
        </>
      )}
    </dialog>
  );
}

/** Scrolls to it; the script focuses it as well. */
const FieldAnchor = ({ id, text }: FieldLink) => (
  <a href={`#${id}`} className="alone">
    {text}
  </a>
);
