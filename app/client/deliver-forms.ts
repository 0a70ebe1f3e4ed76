import {
  dismissLabel,
  failureTitle,
  tooManyAttemptsText,
} from "~/content/delivery";
import { drawLot } from "~/client/bracelets";
import { deliver } from "~/client/deliver";
import { find } from "~/client/find";
import type { Delivery, Pressed } from "~/client/deliver";

/**
 * Runs inline. Delivers each form of a page without React, and shows the main
 * part of the page that the server answers.
 */
export function deliverForms() {
  const show = (element: HTMLElement) => {
    // Browsers before 2024 need it to focus a dialog.
    element.tabIndex = -1;
    element.focus();
    element.scrollIntoView();
  };

  /**
   * Shows a toast like ToastDialog's. The forms of a page share the words for any
   * other failure.
   */
  const fail = (
    text = find("[data-failed]")?.dataset.failed ?? "",
    title = failureTitle,
  ) => {
    const dialog = document.createElement("dialog");
    dialog.open = true;
    dialog.className = "toast error";
    dialog.innerHTML = `<div><p class="toast-title poster"><p></div><form method="dialog"><button>${dismissLabel}</button></form>`;
    find("p", dialog)?.append(title);
    find("p+p", dialog)?.append(text);
    find("main dialog")?.remove();
    find("main")?.prepend(dialog);
    show(dialog);
  };

  const showAnswer = ({ status, isStored, page }: Delivery) => {
    // Any other page is a proxy's, or the form's without an answer.
    const answer = find(`main:has(${isStored ? "form" : "dialog"})`, page);
    if (answer) {
      document.title = page.title;
      // A refused form comes back as it was sent, and more may have been typed
      // since then, also into another form.
      for (const { id, value } of document.querySelectorAll<HTMLInputElement>(
        "input,textarea",
      )) {
        const field = page.getElementById(id) as HTMLInputElement | null;
        if (field && !isStored) field.value = value;
      }
      find("main")?.replaceWith(answer);
      drawLot();
      show(find("dialog", answer) ?? answer);
      // An error page does not replace what was typed.
    } else if (status === 429) fail(tooManyAttemptsText);
    // An error page of the site says more than a proxy's.
    else
      fail(
        find(".broken .lede", page)?.innerText,
        find(".broken h1", page)?.innerText,
      );
  };

  // A reload without cookies would show the toast again.
  if (location.search.includes("?toast=")) {
    history.replaceState(history.state, "", location.pathname + location.hash);
  }

  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const button = find("[data-sending]", form);
    if (event.defaultPrevented || !button) return;
    event.preventDefault();
    // It is being sent; a form that waits hears the event itself.
    if ("sent" in form.dataset) return;
    const status = find("[aria-live]", form) as Element;
    const label = button.textContent;
    status.textContent = button.textContent = button.dataset.sending ?? "";
    deliver(form, event.submitter as Pressed)
      .finally(() => {
        status.textContent = "";
        button.textContent = label;
      })
      .then(showAnswer, () => fail());
  });
}
