import { find } from "~/client/find";

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
    const toast = find("#main .toast:not(.kept)");
    // An input method or a list of suggestions may use Escape itself.
    if (toast && key === "Escape" && !isComposing && !defaultPrevented)
      dismiss(toast);
  });
  addEventListener("submit", (event) => {
    const toast = (event.target as Element).closest(".toast");
    if (!toast) return;
    event.preventDefault();
    dismiss(toast);
  });
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      ".toast:not(.kept) [href^='#']",
    );
    if (!link) return;
    event.preventDefault();
    targetOf(link)?.focus();
  });
}
