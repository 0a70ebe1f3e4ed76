/** A server's answer to a form. */
export interface Delivery {
  status: number;
  /** The site redirects a form that it has stored. */
  isStored: boolean;
  page: Document;
}

/**
 * Sends a form until a server answers, for ten minutes at most. Each try sends
 * what the form then holds, with the same key, so the site stores it once.
 * Without a network the form says that it waits, and pressing its button tries
 * at once. React's bundle has this function, and the inline script its source,
 * so it uses no imports.
 *
 * @throws what the last try threw
 */
export async function deliver(
  form: HTMLFormElement,
  waiting: string,
): Promise<Delivery> {
  const button = form.querySelector("[data-sending]");
  const note = form.querySelector("[data-failed]");
  const state = "aria-disabled";
  const end = Date.now() + 600_000;
  const say = (words: string) => {
    // Screen readers announce each change.
    if (note && note.textContent !== words) note.textContent = words;
  };
  form.dataset.sent = "";
  button?.setAttribute(state, "true");
  try {
    for (let pause = 1000; ; pause = Math.min(2 * pause, 8000)) {
      const controller = new AbortController();
      const abort = () => controller.abort();
      const timer = setTimeout(abort, 20_000);
      // A page restored from the back/forward cache never receives an answer.
      addEventListener("pageshow", abort);
      try {
        if (!form.noValidate && !form.checkValidity()) throw new Error();
        const fields = new FormData(form) as unknown as Iterable<string[]>;
        const answer = await fetch(form.action, {
          method: "POST",
          body: new URLSearchParams([...fields]),
          signal: controller.signal,
        });
        const html = await answer.text();
        return {
          status: answer.status,
          isStored: answer.redirected,
          page: new DOMParser().parseFromString(html, "text/html"),
        };
      } catch (error) {
        if (Date.now() > end) throw error;
        button?.removeAttribute(state);
        say(waiting);
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
          addEventListener("online", resolve, { once: true });
          form.addEventListener("submit", resolve, { once: true });
        });
      } finally {
        clearTimeout(timer);
        removeEventListener("pageshow", abort);
      }
    }
  } finally {
    say("");
    button?.removeAttribute(state);
    delete form.dataset.sent;
  }
}
