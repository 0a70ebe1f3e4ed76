import { find } from "~/client/find";
import { waitingForNetwork } from "~/content/delivery";

/** A server's answer to a form. */
export interface Delivery {
  status: number;
  /** The site redirects a form that it has stored, with a ticket. */
  isStored: boolean;
  page: Document;
}

/** The pressed button, if there was one. */
export type Pressed = HTMLButtonElement | null | undefined;

/**
 * Puts the suggestion of a pressed button into the field whose id is the button's
 * name, so that a refusal gives it back.
 */
export function takeSuggestion(pressed: Pressed) {
  const field = find(`[id="${pressed?.name}"]`) as HTMLInputElement | null;
  if (field) field.value = (pressed as HTMLButtonElement).value;
}

/**
 * Sends a form until the site answers, for ten minutes at most. Each try sends
 * what the form then holds, with the same key, so the site stores it once.
 * Without a network, or where a gateway cannot reach the site, the form says that
 * it waits, and pressing its button tries at once.
 *
 * @param pressed its name and value are sent along
 * @throws what the last try threw
 */
export async function deliver(
  form: HTMLFormElement,
  pressed: Pressed,
): Promise<Delivery> {
  const button = find("[data-sending]", form) as Element;
  const note = find("[data-failed]", form) as Element;
  const state = "aria-disabled";
  const end = Date.now() + 600_000;
  form.dataset.sent = "";
  takeSuggestion(pressed);
  button.setAttribute(state, "true");
  try {
    for (let pause = 1000; ; pause = Math.min(2 * pause, 8000)) {
      const attempt = new AbortController();
      setTimeout(() => attempt.abort(), 20_000);
      // A page restored from the back/forward cache never receives an answer.
      addEventListener("pageshow", () => attempt.abort(state), {
        signal: attempt.signal,
      });
      try {
        const body = new URLSearchParams(
          new FormData(form) as unknown as string[][],
        );
        if (pressed?.name) body.append(pressed.name, pressed.value);
        const answer = await fetch(form.action, {
          method: "POST",
          body,
          signal: attempt.signal,
        });
        const { status, url } = answer;
        const page = new DOMParser().parseFromString(
          await answer.text(),
          "text/html",
        );
        // A gateway's own page, as while the site restarts. Cloudflare's have 520
        // to 530.
        if (status > 501 && !find("#main", page)) throw page;
        return { status, isStored: url.includes("?toast="), page };
      } catch (error) {
        if (Date.now() > end) throw error;
        button.removeAttribute(state);
        if (error === state) continue;
        // Screen readers announce each change.
        if (!note.textContent) note.textContent = waitingForNetwork;
        do {
          await new Promise((resolve) => {
            setTimeout(resolve, pause);
            addEventListener("online", resolve, { once: true });
            form.addEventListener(
              "submit",
              (event) => resolve((pressed = event.submitter as Pressed)),
              { once: true },
            );
          });
        } while (form.matches(":invalid"));
      } finally {
        // Removes the listener.
        attempt.abort();
      }
    }
  } finally {
    note.textContent = "";
    button.removeAttribute(state);
    delete form.dataset.sent;
  }
}
