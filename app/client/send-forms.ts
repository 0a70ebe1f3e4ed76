import { tooManyAttemptsText, waitingForNetwork } from "~/content/delivery";
import { find } from "~/client/find";
import { failureToast, forgetQuery, showAnswer } from "~/client/show-answer";

const disabled = "aria-disabled";

/** Forms that have been pressed and do not wait. */
const inFlight = new Set<HTMLFormElement>();

/**
 * Sends a form until the site answers, for ten minutes at most, and says at its
 * button that it is being sent or that it waits. Every try sends what was pressed,
 * with the same key, so the site stores it once.
 */
function send(
  form: HTMLFormElement,
  button: HTMLElement,
  pressed: HTMLButtonElement | null,
) {
  // A refusal gives a suggestion back.
  const suggested = pressed && document.getElementById(pressed.name);
  if (suggested) (suggested as HTMLInputElement).value = pressed.value;
  const body = new URLSearchParams(new FormData(form) as unknown as string[][]);
  if (pressed?.name) body.append(pressed.name, pressed.value);
  // The page's own address may hold a password, which no request may.
  const url = location.origin + new URL(form.action).pathname;

  const progress = find(".hidden[aria-live]", form) as HTMLElement;
  const note = find("[data-failed]", form) as HTMLElement;
  const { failed = "" } = note.dataset;
  const label = button.textContent;
  const end = Date.now() + 600_000;
  let pause = 1000;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChanged = false;
  let isOver = false;
  const later = (run: () => void, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const allowPress = () => {
    inFlight.delete(form);
    button.removeAttribute(disabled);
  };
  const finish = () => {
    isOver = true;
    request.abort();
    allowPress();
    button.textContent = label;
    progress.textContent = note.textContent = "";
  };
  // A waiting form that is changed waits for a press, and a press begins anew.
  const stopWaiting = ({ type }: Event) => {
    isChanged ||= type === "input";
    if (!inFlight.has(form) && !isOver) finish();
  };

  // fetch does not tell how an upload progresses.
  const request = new XMLHttpRequest();
  const expectProgress = () => later(() => request.abort(), 20_000);
  const attempt = () => {
    if (isOver) return;
    if (Date.now() > end) return settle();
    request.open("POST", url);
    request.responseType = "document";
    request.send(body);
    expectProgress();
  };
  const settle = () => {
    if (isOver) return;
    const { status, responseURL, responseXML: page } = request;
    const isPage = find("#main [data-sending]", page);
    // Above 501 a page may be a gateway's own, as while the site restarts.
    const isAnswer = status > 501 ? find("#main", page) : status;
    if (!isAnswer && Date.now() < end) {
      allowPress();
      // Screen readers announce each change.
      note.textContent ||= waitingForNetwork;
      later(attempt, pause);
      pause = Math.min(2 * pause, 8000);
      return;
    }
    try {
      finish();
      const isStored = !!isPage && responseURL.includes("?toast=");
      const content =
        isPage && (isStored || find("#main dialog", page))
          ? (page as Document)
          : status === 429
            ? failureToast(tooManyAttemptsText)
            : // An error page of the site says more than the form's own words.
              failureToast(
                find(".broken .lede", page)?.textContent ?? failed,
                find(".broken h1", page)?.textContent,
              );
      const isDone = isStored && !isChanged;
      showAnswer(form, { status, isStored, isDone, content });
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
  attempt();
  addEventListener("online", attempt);
  addEventListener("pageshow", ({ persisted }) => {
    // A page from the back/forward cache never receives an answer.
    if (!persisted) return;
    allowPress();
    attempt();
  });
  form.addEventListener("input", stopWaiting);
  form.addEventListener("submit", stopWaiting);
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
