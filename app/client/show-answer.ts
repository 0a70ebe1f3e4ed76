import { dismissLabel, failureTitle } from "~/content/delivery";
import { drawBracelet } from "~/client/bracelets";
import { countTyped } from "~/client/email-fields";
import { find } from "~/client/find";

/** A form is told of its answer in an event; who shows it prevents the default. */
export interface FormAnswer {
  /** 0 without an answer. */
  status: number;
  isStored: boolean;
  /** Whether the form is stored, and nothing was typed since: it comes back empty. */
  isDone: boolean;
  /** The form's page with a toast, or the toast alone. */
  content: Document | Element;
}

declare global {
  interface HTMLElementEventMap {
    answer: CustomEvent<FormAnswer>;
  }
}

/** Makes a toast like ToastDialog's. */
export function failureToast(text: string, title?: string | null) {
  const dialog = document.createElement("dialog");
  dialog.open = true;
  dialog.className = "toast error";
  dialog.innerHTML = `<div><p class="toast-title poster"><p></div><form method="dialog"><button>${dismissLabel}</button></form>`;
  find("p", dialog)?.append(title ?? failureTitle);
  find("p+p", dialog)?.append(text);
  return dialog;
}

/** Has React show an answer, or shows it itself, and moves the focus to it. */
export function showAnswer(form: HTMLFormElement, answer: FormAnswer) {
  const active = document.activeElement as HTMLElement;
  const typesElsewhere = !(
    form.contains(active) || active.matches("body,main,dialog,a,button")
  );
  const { isStored, isDone, content } = answer;
  const event = new CustomEvent("answer", { detail: answer, cancelable: true });
  if (form.dispatchEvent(event)) {
    const main = find("#main", content);
    if (main) {
      keepTyped(form, content as Document, isDone);
      find("#main")?.replaceWith(main);
    } else {
      find("#main .toast")?.remove();
      // The section of the form follows its toast, as on the site's own page.
      const section = form.closest("#main>section") ?? "";
      find("#main")?.prepend(content as Element, section);
    }
  }
  // A toast alone has none.
  document.title = (content as Document).title || document.title;
  // This also turns the entry of a form that was posted natively into a GET.
  if (isStored) forgetQuery();
  drawBracelet();
  countTyped();
  const toast = find("#main .toast");
  if (typesElsewhere) {
    // A form that was moved has lost the focus.
    active.focus();
    toast?.firstElementChild?.setAttribute("role", "alert");
  } else {
    const shown = toast ?? (find("#main") as HTMLElement);
    // Browsers before 2024 need it to focus a dialog.
    shown.tabIndex = -1;
    shown.focus();
    shown.scrollIntoView();
  }
}

/** Puts what was typed, and the other forms, into an answered page. */
function keepTyped(sent: HTMLFormElement, page: Document, isDone: boolean) {
  const fields = document.querySelectorAll<HTMLInputElement>("input,textarea");
  for (const { id, value, form } of fields) {
    const field = page.getElementById(id) as HTMLInputElement | null;
    if (!field || !form) continue;
    if (form !== sent) field.form?.replaceWith(form);
    else if (!isDone) field.value = value;
  }
}

/** A ticket shows its toast, which a reload without cookies would show again. */
export const forgetQuery = () =>
  history.replaceState(history.state, "", location.pathname + location.hash);
