import {
  cannotSend,
  changedNote,
  tooManyAttemptsText,
  waitingNote,
} from "~/content/delivery";
import { find } from "~/client/find";
import { failureToast, forgetQuery, showAnswer } from "~/client/show-answer";

const disabled = "aria-disabled";

/** Milliseconds for which a form is sent again and again. */
const longest = 600_000;

/** The forms that are being sent, and do not wait. */
const inFlight = new Set<HTMLFormElement>();

/**
 * Sends a form until the site answers, and says at its button that it is being sent or
 * that it waits. Every try sends what was pressed, with the same key, so the site
 * stores it once. Like Turbo and htmx, it puts a part of the answered page in place of
 * the page's own: the server alone renders an answer.
 */
function send(
  form: HTMLFormElement,
  button: HTMLElement,
  pressed: HTMLButtonElement | null,
) {
  // A refusal gives a suggestion back.
  const suggested = pressed && document.getElementById(pressed.name);
  if (suggested) (suggested as HTMLInputElement).value = pressed.value;
  const bodyNow = () => {
    const fields = new FormData(form) as unknown as string[][];
    const body = new URLSearchParams(fields);
    if (pressed?.name) body.append(pressed.name, pressed.value);
    return `${body}`;
  };
  const body = bodyNow();
  // The page's own address may hold a password, which no request may.
  const url = location.origin + new URL(form.action).pathname;

  const progress = find(".hidden[aria-live]", form) as HTMLElement;
  const note = find("[data-failed]", form) as HTMLElement;
  const label = button.textContent;
  const deadline = Date.now() + longest;
  let pause = 1000;
  /** How often in a row a try found no way, and a look at the page did. */
  let dead = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: "sending" | "waiting" | "over" = "sending";
  const later = (run: () => void, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const allowPress = () => {
    inFlight.delete(form);
    button.removeAttribute(disabled);
  };
  const finish = (said = "") => {
    state = "over";
    request.abort();
    allowPress();
    button.textContent = label;
    progress.textContent = "";
    note.textContent = said;
  };
  const fail = (text: string, title?: string | null) => {
    finish();
    showAnswer(form, failureToast(text, title));
  };
  // A form that waits never sends what nobody pressed.
  const stopIfChanged = () => {
    if (state === "waiting" && bodyNow() !== body) finish(changedNote);
  };

  // fetch does not tell how an upload progresses.
  const request = new XMLHttpRequest();
  let isAborted = false;
  const expectProgress = () =>
    later(() => {
      isAborted = true;
      request.abort();
    }, 20_000);
  const attempt = () => {
    if (state === "over") return;
    if (Date.now() > deadline) return fail(note.dataset.failed as string);
    isAborted = false;
    request.open("POST", url);
    request.responseType = "document";
    request.send(new URLSearchParams(body));
    expectProgress();
  };
  const wait = () => {
    state = "waiting";
    allowPress();
    // Screen readers announce each change.
    note.textContent ||= waitingNote;
    later(attempt, pause);
    pause = Math.min(2 * pause, 8000);
    stopIfChanged();
  };
  const settle = () => {
    if (state === "over") return;
    const { status, responseURL, responseXML: page } = request;
    const main = find("#main", page);
    const isForm = find("[data-sending]", main);
    // A duplicate's keepsake is calm.
    const isThanks = find(".toast.success:not(.good)", main);
    const hasTicket = responseURL.includes("?toast=");
    const isStored = !!isForm && (!!isThanks || hasTicket);
    if (
      !status ||
      // A gateway's own, as while the site restarts.
      (!main && status > 501 && status < 505) ||
      // The row is stored, and its page was lost on the way.
      (hasTicket && !isForm)
    ) {
      if (status || isAborted) dead = 0;
      else
        fetch(url, { method: "HEAD", redirect: "manual" }).then(
          ({ status }) => {
            dead = status > 501 ? 0 : dead + 1;
            if (dead > 1 && state === "waiting") fail(cannotSend);
          },
          () => (dead = 0),
        );
      return wait();
    }
    try {
      if (isForm && (isStored || find(".toast", main))) {
        const isDone = isStored && bodyNow() === body;
        finish();
        showAnswer(form, page as Document, isStored, isDone);
      } else if (status === 429) {
        const seconds = Number(request.getResponseHeader("Retry-After"));
        fail(tooManyAttemptsText(seconds));
      } else {
        // An error page of the site says more than the form's own words.
        fail(
          find(".broken .lede", main)?.textContent ??
            (status < 400 ? cannotSend : (note.dataset.failed as string)),
          find(".broken h1", main)?.textContent,
        );
      }
    } catch {
      // In doubt, the browser sends it.
      button.removeAttribute("data-sending");
      (pressed ?? button).click();
    }
  };
  request.onprogress = request.upload.onprogress = expectProgress;
  request.onloadend = settle;
  inFlight.add(form);
  button.setAttribute(disabled, "true");
  progress.textContent = button.textContent = button.dataset.sending as string;
  note.textContent = "";
  attempt();
  addEventListener("online", attempt);
  addEventListener("pageshow", ({ persisted }) => {
    // A page from the back/forward cache never receives an answer.
    if (!persisted || state === "over") return;
    state = "waiting";
    allowPress();
    attempt();
  });
  form.addEventListener("input", stopIfChanged);
  // A press begins anew.
  form.addEventListener("submit", () => {
    if (state === "waiting") finish();
  });
}

/** Runs inline. Sends every form whose button has a label for that. */
export function sendForms() {
  if (location.search.includes("?toast=")) forgetQuery();
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const button = find("[data-sending]", form);
    if (event.defaultPrevented || !button) return;
    // The browser sends a form for which this throws.
    if (!inFlight.has(form))
      send(form, button, event.submitter as HTMLButtonElement | null);
    event.preventDefault();
  });
}
