import { find } from "~/client/find";
import { arrange, mergeMain } from "~/client/merge";
import { keepQuestion } from "~/client/toasts";

/** Finds the toast of an answered page, or its error page. */
export const answerIn = (page: ParentNode | null) =>
  find("#main [data-outcome]", page);

/** A ticket shows its toast, which a reload without cookies would show again. */
export const forgetQuery = () =>
  history.replaceState(history.state, "", location.pathname + location.hash);

/** Loads the script that draws the visitor's own bracelet, if the page has a keepsake. */
export function bringKeepsake() {
  const url = find(".keepsake")?.dataset.script;
  if (!url) return;
  (import(url) as Promise<typeof import("~/entry.client")>).then(
    ({ showKeepsake }) => showKeepsake(),
    // The keepsake is complete without it.
    () => {},
  );
}

/**
 * Shows the answer to a form, and moves the focus to it, but never out of a text field
 * elsewhere.
 *
 * @param content the answered page, or a toast alone
 * @param isDone whether nothing was typed since: the form comes back empty
 */
export function showAnswer(
  form: HTMLFormElement,
  content: Document | Element,
  isDone = false,
) {
  const active = document.activeElement as HTMLElement;
  const typesElsewhere =
    active.matches("input,textarea") && !form.contains(active);
  const main = find("#main", content);
  const old = find("#main") as HTMLElement;
  find("#main .toast")?.remove();
  let settle = () => {};
  if (main) {
    settle = mergeMain(main, old, form, isDone);
    document.title = (content as Document).title;
  } else {
    // The section of the form follows its toast, as on the site's own page.
    const section = form.closest("#main>section");
    const others = [...old.children].filter((other) => other !== section);
    if (section) arrange([section, ...others], form);
    old.prepend(content as Element);
  }
  const toast = answerIn(document);
  // This also turns the entry of a form that was posted natively into a GET.
  if (toast?.dataset.outcome === "stored") forgetQuery();
  if (typesElsewhere) {
    // A form that was moved has lost the focus.
    active.focus();
    toast?.firstElementChild?.setAttribute("role", "alert");
  } else {
    const shown = toast ?? old;
    // Browsers before 2024 need it to focus a dialog.
    shown.tabIndex = -1;
    shown.focus();
    shown.scrollIntoView?.();
  }
  settle();
  keepQuestion();
  bringKeepsake();
}
