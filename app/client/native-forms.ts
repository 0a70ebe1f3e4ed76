import type { deliver, Delivery } from "~/client/deliver";

/** Texts that the server knows. */
export interface DeliveryWords {
  waiting: string;
  errorTitle: string;
  tooManyAttempts: string;
}

/**
 * Runs inline, from its source text. Delivers each form of a page without React,
 * and shows the main part of the page that the server answers.
 */
export function deliverNativeForms(send: typeof deliver, words: DeliveryWords) {
  const show = (dialog: HTMLElement | null | undefined) => {
    if (!dialog) return;
    // Browsers before 2024 need it to focus a dialog.
    dialog.tabIndex = -1;
    dialog.focus({ preventScroll: true });
    dialog.scrollIntoView();
  };
  const fail = (title: string, text: string) => {
    const dialog = document.createElement("dialog");
    dialog.open = true;
    dialog.className = "toast error";
    const [heading, sentence] = ["p", "p"].map((name) =>
      document.createElement(name),
    );
    dialog.append(heading ?? "", sentence ?? "");
    if (heading) heading.textContent = title;
    if (sentence) sentence.textContent = text;
    document.querySelector("main")?.prepend(dialog);
    show(dialog);
  };
  const showAnswer = ({ status, page }: Delivery) => {
    const main = page.querySelector("main");
    if (main?.querySelector("form[method=post]")) {
      document.title = page.title;
      document.querySelector("main")?.replaceWith(main);
      show(main.querySelector("dialog") ?? main);
      return;
    }
    // An error page does not replace what was typed.
    const textOf = (selector: string) =>
      page.querySelector(selector)?.textContent ?? "";
    if (status === 429) fail(words.errorTitle, words.tooManyAttempts);
    else fail(textOf("h1"), textOf(".lede"));
  };
  // A reload without cookies would show the toast again.
  const { pathname, search, hash } = location;
  if (search.startsWith("?toast=")) {
    history.replaceState(history.state, "", pathname + hash);
  }
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== "post") return;
    if (!window.fetch || !window.AbortController) return;
    event.preventDefault();
    // It is being sent; a form that waits hears the event itself.
    if (form.dataset.sent !== undefined) return;
    const button = form.querySelector<HTMLElement>("[data-sending]");
    const status = form.querySelector("[aria-live]");
    const note = form.querySelector<HTMLElement>("[data-failed]");
    if (!button || !status) return;
    const label = button.textContent;
    status.textContent = button.textContent = button.dataset.sending ?? "";
    const undo = () => {
      status.textContent = "";
      button.textContent = label;
    };
    send(form, words.waiting)
      .finally(undo)
      .then(showAnswer, () =>
        fail(words.errorTitle, note?.dataset.failed ?? ""),
      );
  });
}
