import { dismissLabel, failureTitle } from "~/content/delivery";
import { countTyped } from "~/client/email-fields";
import { find } from "~/client/find";

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

/**
 * Shows the answer to a form, and moves the focus to it.
 *
 * @param content the answered page, or a toast alone
 * @param isDone whether nothing was typed since: the form comes back empty
 */
export function showAnswer(
  form: HTMLFormElement,
  content: Document | Element,
  isStored = false,
  isDone = false,
) {
  const active = document.activeElement as HTMLElement;
  const typesElsewhere = !(
    form.contains(active) || active.matches("body,main,dialog,a,button")
  );
  const main = find("#main", content);
  const old = find("#main") as HTMLElement;
  find("#main .toast")?.remove();
  const former = main ? [...old.childNodes] : [];
  if (main) {
    keepTyped(form, content as Document, isDone);
    old.prepend(...main.childNodes);
    addOwn(content);
  } else {
    // The section of the form follows its toast, as on the site's own page.
    const section = form.closest("#main>section") ?? "";
    old.prepend(content as Element, section);
  }
  // A toast alone has none.
  document.title = (content as Document).title || document.title;
  // This also turns the entry of a form that was posted natively into a GET.
  if (isStored) forgetQuery();
  countTyped();
  const toast = find("#main .toast");
  if (typesElsewhere) {
    // A form that was moved has lost the focus.
    active.focus();
    toast?.firstElementChild?.setAttribute("role", "alert");
  } else {
    const shown = toast ?? old;
    // Browsers before 2024 need it to focus a dialog.
    shown.tabIndex = -1;
    shown.focus();
    shown.scrollIntoView();
  }
  // Orca says all that it leaves if what had the focus, or its main part, is gone when it
  // hears of the move.
  for (const node of former) prune(node, active);
}

/** Removes a node, and after a moment what of it had the focus. */
function prune(node: ChildNode, active: Element) {
  if (!node.contains(active)) {
    node.remove();
    return;
  }
  for (const child of [...node.childNodes]) prune(child, active);
  // Until then it is no second form.
  for (const name of ["id", "method"]) (node as Element).removeAttribute(name);
  setTimeout(() => node.remove(), 100);
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

/** Adds the style sheet and the script that only the keepsake's page has. */
function addOwn(page: ParentNode) {
  document.querySelectorAll("[data-own]").forEach((own) => own.remove());
  for (const { localName, textContent } of page.querySelectorAll(
    "[data-own]",
  )) {
    const copy = document.createElement(localName);
    // A script runs when it is new, and not when it is moved.
    copy.textContent = textContent;
    copy.dataset.own = "";
    document.head.append(copy);
  }
}

/** Runs inline. On Back, shows the keepsake that the history entry had. */
export function restoreKeepsake() {
  const [visit] = performance.getEntriesByType(
    "navigation",
  ) as PerformanceNavigationTiming[];
  const kept = (history.state as { kept?: string } | null)?.kept;
  if (!kept || visit?.type !== "back_forward" || find(".keepsake")) return;
  const page = new DOMParser().parseFromString(kept, "text/html");
  find("#main")?.prepend(find(".toast", page) ?? "");
  addOwn(page);
}

/** A ticket shows its toast, which a reload without cookies would show again. */
export const forgetQuery = () =>
  history.replaceState(history.state, "", location.pathname + location.hash);
