import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Form } from "../site";
import { serve } from "./cases";

/** Faults that the form may have. The path names one. */
export type Fault =
  | "none"
  | "late" // nothing is wrong, but a script sends only after a while
  | "drops" // says that it is stored, and is not
  | "tells-again" // a reload tells it again
  | "admits-tells-again" // the same, and its description says why without JavaScript
  | "posts-again" // the answer to the post is the page itself
  | "takes-anything"
  | "unmarked" // an error that is tied to no field
  | "untitled" // a refusal has the title of the page
  | "unpicks" // a refusal loses what was chosen
  | "no-key" // each post is one of its own
  | "forgets" // Back brings an empty form
  | "one-flash" // what is told is told to the next page, whose-ever it is
  | "by-cookie"
  | "unique" // a repeat is a duplicate
  | "silent" // a script says nothing while it waits, nor when it fails
  | "keeps-nodes" // a script changes texts that it remembers
  | "counts-elements" // a script draws a form anew that is not its own
  | "mouse"; // the Tab key does not reach the button

/** Runs in the page, and is told what is wrong with it. */
function enhance(fault: Fault) {
  const find = (selector: string) =>
    document.querySelector(selector) as HTMLElement;
  const form = () => find("form") as HTMLFormElement;
  const label = find("label");
  const first = label.firstChild as Text;
  addEventListener("input", () => {
    const isForeign = form().childElementCount !== 7;
    if (fault === "counts-elements" && isForeign)
      form().innerHTML = form().innerHTML;
  });
  addEventListener("pageshow", () => {
    if (fault === "forgets") form().reset();
  });
  let isSending = false;
  async function send() {
    if (isSending && fault !== "no-key") return;
    isSending = true;
    if (fault === "keeps-nodes") label.removeChild(first);
    const status = find("[role=status]");
    if (fault !== "silent") status.textContent = "Sending";
    const body = new URLSearchParams(new FormData(form()) as never);
    if (fault === "late")
      await new Promise((resolve) => setTimeout(resolve, 1500));
    try {
      const answer = await fetch(form().action, { method: "POST", body });
      const html = await answer.text();
      const page = new DOMParser().parseFromString(html, "text/html");
      find("main").replaceWith(page.querySelector("main") ?? "");
      document.title = page.title;
      history.replaceState(null, "", answer.url);
      find("[role=alert]").focus();
    } catch {
      if (fault !== "silent")
        status.textContent = "There is no network. Send it again.";
    }
    isSending = false;
  }
  addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
}

/** What a page says, what was posted, and whether that is refused. */
type Shown = [words?: string, values?: Form["valid"], isRefused?: boolean];

function page(fault: Fault, ...[words = "", values = {}, isRefused]: Shown) {
  const { email = "", mood, key = randomUUID() } = values;
  const title = isRefused && fault !== "untitled" ? "Error: Join" : "Join";
  const isMarked = isRefused && fault !== "unmarked";
  const isChecked = mood === "happy" && fault !== "unpicks";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main><h1>Join</h1>
    ${words && `<p role="alert" tabindex="-1">${words}</p>`}
    <form method="post" action="/${fault}"><label for="email">Mail</label>
    <input id="email" name="email" type="email" required value="${email}"${isMarked ? ' aria-invalid="true" aria-describedby="error"' : ""}>
    <p id="error">${isRefused ? words : ""}</p>
    <fieldset><legend>Mood</legend><label><input type="radio" name="mood" value="calm">Calm</label> <label><input type="radio" name="mood" value="happy"${isChecked ? " checked" : ""}>Happy</label></fieldset>
    <input type="hidden" name="key" value="${key}">
    <button${fault === "mouse" ? ' tabindex="-1"' : ""}>Join</button><p role="status"></p></form>
    <p><a href="/about">About</a></p></main>
    <script>const __name = (named) => named; (${String(enhance)})("${fault}")</script></html>`;
}

/** A form on a page of its own for each fault. */
export async function startFormServer() {
  const rows: Form["valid"][] = [];
  /** Tickets whose pages tell a success. */
  const tickets = new Set<string>();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { url = "", method, headers } = request;
    const fault = url.split(/[/?]/)[1] as Fault;
    const send = (status: number, ...shown: Shown) =>
      response.writeHead(status).end(page(fault, ...shown));
    if (method === "GET") {
      const told = fault === "by-cookie" ? headers.cookie : url;
      const [, ticket = fault] = /told=(.*)/.exec(told ?? "") ?? [];
      const isTold = tickets.has(ticket);
      if (!fault.endsWith("tells-again")) tickets.delete(ticket);
      return send(200, isTold ? "Thank you." : "");
    }
    const posted = new URLSearchParams(await text(request));
    const values: Form["valid"] = Object.fromEntries(posted);
    const { email, mood, key } = values;
    const isComplete = email?.includes("@") && mood === "happy";
    if (!isComplete && fault !== "takes-anything")
      return send(422, "Enter an address such as ann@a.org.", values, true);
    const known = rows.find((row) => row.email === email);
    if (fault === "unique" && known)
      return send(409, "You have joined already.", values);
    const isRepeat = known?.key === key && fault !== "no-key";
    if (!isRepeat && fault !== "drops") rows.push({ ...values, fault });
    if (fault === "posts-again") return send(200, "Thank you.");
    const ticket = fault === "one-flash" ? fault : randomUUID();
    tickets.add(ticket);
    const told = `told=${ticket}`;
    const next = { location: `/${fault}?${told}`, "set-cookie": told };
    response.writeHead(303, next).end();
  }

  const formOf = (fault: Fault): Form<unknown> => ({
    ...{ path: `/${fault}`, button: "Join", success: /Thank you/ },
    valid: { email: "ann-{n}@example.com", mood: "happy" },
    invalid: { email: "ann-{n}" },
    rows: async ({ email }) =>
      rows.filter((row) => row.fault === fault && row.email === email).length,
    ...(fault === "admits-tells-again" && {
      tellsAgain: { mode: "no-javascript", because: "It has no cookie." },
    }),
  });
  const server = await serve((...given) => void answer(...given));
  return { ...server, formOf };
}
