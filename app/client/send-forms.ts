import {
  cannotSend,
  changedNote,
  openPage,
  tooManyAttemptsText,
  waitingNote,
} from "~/content/delivery";
import { find } from "~/client/find";
import { maximumBody } from "~/forms/definition";
import { answerIn, forgetQuery, showAnswer } from "~/client/show-answer";

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
 *
 * @returns false for a form that the browser has to send
 */
function send(
  form: HTMLFormElement,
  button: HTMLElement,
  pressed: HTMLButtonElement | null,
): boolean {
  // Everything that can throw comes before the form counts as being sent.
  const { origin, pathname } = new URL(form.action);
  // A copy of the page elsewhere leads to the site, whose answer no script can read.
  if (origin !== location.origin) return false;
  // The page's own address may hold a password, which no request may.
  const url = origin + pathname;
  const progress = find(".hidden[aria-live]", form) as HTMLElement;
  const note = find("[data-failed]", form) as HTMLElement;
  const failure = note.dataset.failed as string;
  const label = button.textContent;
  progress.textContent = note.textContent = "";
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
  // fetch does not tell how an upload progresses.
  const request = new XMLHttpRequest();
  const over = new AbortController();
  const { signal } = over;

  const deadline = Date.now() + longest;
  let pause = 1000;
  /** How often in a row a try led elsewhere, or to a page without an answer. */
  let dead = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;
  const later = (run: () => void, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const allowPress = () => {
    inFlight.delete(form);
    button.removeAttribute(disabled);
  };
  const finish = (said = "") => {
    over.abort();
    clearTimeout(timer);
    request.abort();
    allowPress();
    button.textContent = label;
    progress.textContent = "";
    note.textContent = said;
  };
  /** Shows the form's failure toast, with other words if there are some. */
  const fail = (text: (string | Node)[] = [], title?: string | null) => {
    finish();
    const place = document.createElement("div");
    place.innerHTML = failure;
    const [heading, words] = place.querySelectorAll("p");
    if (title) heading?.replaceChildren(title);
    if (text.length > 0) words?.replaceChildren(...text);
    showAnswer(form, place.firstElementChild as Element);
  };
  const cannot = () => {
    const link = document.createElement("a");
    link.href = find<HTMLLinkElement>("[rel=canonical]")?.href ?? form.action;
    link.append(openPage);
    fail([`${cannotSend} `, link]);
  };
  // A form that waits never sends what nobody pressed.
  const stopIfChanged = () => {
    if (isWaiting && !signal.aborted && bodyNow() !== body) finish(changedNote);
  };
  const expectProgress = () => later(() => request.abort(), 20_000);
  const attempt = () => {
    if (signal.aborted) return;
    if (Date.now() > deadline) return fail();
    request.open("POST", url);
    request.responseType = "document";
    request.setRequestHeader(
      "Content-Type",
      "application/x-www-form-urlencoded",
    );
    request.send(body);
    expectProgress();
  };
  const wait = (seconds: number) => {
    isWaiting = true;
    allowPress();
    // Screen readers announce each change.
    note.textContent ||= waitingNote;
    later(attempt, Math.max(pause, Math.min(seconds, 60) * 1000));
    pause = Math.min(2 * pause, 8000);
    stopIfChanged();
  };
  /** Without a network, nothing answers; an ended login leads elsewhere. */
  const lookElsewhere = () =>
    window
      .fetch?.(url, { method: "HEAD", redirect: "manual" })
      .then(({ type }) => {
        dead = type === "opaqueredirect" ? dead + 1 : 0;
        if (dead > 1 && !signal.aborted) cannot();
      })
      .catch(() => (dead = 0));
  const settle = () => {
    if (signal.aborted) return;
    const { status, responseXML: page } = request;
    const answer = answerIn(page);
    const outcome = answer?.dataset.outcome;
    const isForm = find("#main [data-sending]", page);
    const seconds = Number(request.getResponseHeader("Retry-After")) || 0;
    // A gateway's own, as while the site restarts, or a page that has lost its answer.
    const isLater =
      !status || [429, 502, 503, 504].includes(status) || (isForm && !dead++);
    // A proxy may cut a body that the site refuses for its length.
    if (!answer && isLater && body.length <= maximumBody) {
      if (!status) void lookElsewhere();
      return wait(seconds);
    }
    try {
      if (!answer) {
        // 511 is a network's login.
        if (!status || (status > 499 && status !== 511)) fail();
        else cannot();
      } else if (isForm) {
        const isDone = outcome === "stored" && bodyNow() === body;
        finish();
        showAnswer(form, page as Document, isDone);
      } else if (outcome === "limited") {
        fail([tooManyAttemptsText(seconds)]);
      } else {
        // An error page of the site says more than the form's own words.
        const words = [...answer.querySelectorAll("p")];
        fail(
          words.flatMap(({ childNodes }) => [...childNodes, " "]),
          find("h1", answer)?.textContent,
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
  attempt();
  // Chrome 87 knows no signal here, so each listener looks at it, too.
  addEventListener("online", attempt, { signal });
  addEventListener(
    "beforeunload",
    (event) => {
      // Browsers show words of their own.
      if (!signal.aborted) event.returnValue = waitingNote;
    },
    { signal },
  );
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      // A page from the back/forward cache never receives an answer.
      if (!persisted || signal.aborted) return;
      isWaiting = true;
      allowPress();
      attempt();
    },
    { signal },
  );
  form.addEventListener("input", stopIfChanged, { signal });
  // A press begins anew.
  form.addEventListener(
    "submit",
    () => {
      if (isWaiting && !signal.aborted) finish();
    },
    { signal },
  );
  return true;
}

/** Runs inline. Sends every form whose button has a label for that. */
export function sendForms() {
  if (location.search.includes("?toast=")) forgetQuery();
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const button = find("[data-sending]", form);
    if (event.defaultPrevented || !button) return;
    // The browser sends a form for which this throws.
    const pressed = event.submitter as HTMLButtonElement | null;
    if (inFlight.has(form) || send(form, button, pressed))
      event.preventDefault();
  });
}
