import { find } from "~/client/find";

/** The toast that the visitor can dismiss. */
const openToast = () => find("#main [method=dialog]")?.closest(".toast");

/** The field that a toast's link leads to, or the page's content. */
const targetOf = (link: HTMLAnchorElement | null): HTMLElement | null =>
  find(link?.hash || "#main");

/** Closes a toast. A focus within moves to the field to correct. */
function dismiss(toast: Element) {
  const hadFocus = toast.contains(document.activeElement);
  const field = targetOf(toast.querySelector<HTMLAnchorElement>("[href^='#']"));
  // The page moves up, so this comes before the focus.
  toast.remove();
  if (hadFocus) field?.focus();
}

/**
 * Runs inline. Escape closes a toast that its button closes without a script, and
 * links to fields move the focus.
 */
export function watchToasts() {
  addEventListener("keydown", ({ key, isComposing, defaultPrevented }) => {
    const toast = openToast();
    // An input method or a list of suggestions may use Escape itself.
    if (toast && key === "Escape" && !isComposing && !defaultPrevented)
      dismiss(toast);
  });
  addEventListener("submit", (event) => {
    const toast = openToast();
    if (!toast?.contains(event.target as Element)) return;
    event.preventDefault();
    dismiss(toast);
  });
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      "a[href^='#']",
    );
    if (!link || !openToast()?.contains(link)) return;
    event.preventDefault();
    targetOf(link)?.focus();
  });
}

const askedFields = "#main [name^=asked]";

/** Keeps the address that was asked about in the page's entry of the history. */
export const keepQuestion = () =>
  history.replaceState(
    find<HTMLInputElement>(`${askedFields}[value]`)?.value,
    "",
  );

/**
 * Runs inline. Back asks no second time, and a question goes when the address that it is
 * about is changed.
 */
export function watchQuestions() {
  for (const asked of document.querySelectorAll<HTMLInputElement>(askedFields))
    asked.value ||= String(history.state ?? "");
  addEventListener("input", ({ target }) => {
    const field = target as HTMLInputElement;
    const use = field.form && find(`[name="${field.id}"]`, field.form);
    // Some programs say that they have changed what they have not.
    if (!use || field.value === use.dataset.typed) return;
    find("#main [data-outcome=asked]")?.remove();
    find(`#${field.id}-error`)?.remove();
    find(".quiet", field.form)?.classList.remove("quiet");
    use.remove();
  });
}
