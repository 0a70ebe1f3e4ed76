import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "./cases";

/** Faults that the form may have. The path names one. */
export const faults = [
  "none",
  "late", // nothing is wrong, but a script sends only after a while
  "drops", // says that it is stored, and is not
  "tells-again", // a reload tells it again
  "posts-again", // the answer to the post is the page itself
  "takes-anything",
  "unmarked", // an error that is tied to no field
  "untitled", // a refusal has the title of the page
  "unpicks", // a refusal loses what was chosen
  "no-key", // each post is one of its own
  "forgets", // Back brings an empty form
  "one-flash", // what is told is told to the next page, whose-ever it is
  "by-cookie",
  "unique", // a repeat is a duplicate
  "silent", // a script says nothing while it waits, nor when it fails
  "keeps-nodes", // a script changes texts that it remembers
  "counts-elements", // a script draws a form anew that is not its own
  "mouse", // the Tab key does not reach the button
] as const;
export type Fault = (typeof faults)[number];

/** Runs in the page, and is told what is wrong with it. */
function enhance(fault: Fault) {
  const main = () => document.querySelector("main") as HTMLElement;
  const form = () => document.querySelector("form") as HTMLFormElement;
  const label = form().querySelector("label") as HTMLElement;
  const first = label.firstChild as Text;
  const count = 7;
  addEventListener("input", () => {
    const isForeign = form().childElementCount !== count;
    if (fault === "counts-elements" && isForeign)
      form().innerHTML = form().innerHTML;
  });
  addEventListener("pageshow", () => {
    if (fault === "forgets") form().reset();
  });
  let isSending = false;
  addEventListener("submit", (event) => {
    event.preventDefault();
    if (isSending && fault !== "no-key") return;
    isSending = true;
    if (fault === "keeps-nodes") label.removeChild(first);
    const status = document.querySelector("[role=status]") as HTMLElement;
    const say = (text: string) => {
      if (fault !== "silent") status.textContent = text;
    };
    say("Sending");
    const body = new URLSearchParams(new FormData(form()) as never);
    const delay = fault === "late" ? 1500 : 0;
    new Promise((resolve) => setTimeout(resolve, delay))
      .then(() => fetch(form().action, { method: "POST", body }))
      .then(async (answer) => {
        const html = await answer.text();
        const page = new DOMParser().parseFromString(html, "text/html");
        main().replaceWith(page.querySelector("main") ?? "");
        document.title = page.title;
        history.replaceState(null, "", answer.url);
        document.querySelector<HTMLElement>("[role=alert]")?.focus();
      })
      .catch(() => say("There is no network. Send it again."))
      .finally(() => (isSending = false));
  });
}

const escape = (text = "") =>
  text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A form on a page of its own for each fault. */
export async function startFormServer() {
  const rows: { email: string; key: string }[] = [];
  /** Tickets whose pages tell a success. */
  const tickets = new Set<string>();
  let isFlashing = false;

  const page = (
    fault: Fault,
    words: string,
    email = "",
    error = "",
    key = "",
    mood: string | null = "",
  ) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${error && fault !== "untitled" ? "Error: " : ""}Join</title><main><h1>Join</h1>
    ${words && `<p role="alert" tabindex="-1">${words}</p>`}
    <form method="post" action="/${fault}"><label for="email">Mail</label>
    <input id="email" name="email" type="email" required value="${escape(email)}"${error && fault !== "unmarked" ? ' aria-invalid="true" aria-describedby="error"' : ""}>
    <p id="error">${error}</p>
    <fieldset><legend>Mood</legend><label><input type="radio" name="mood" value="calm">Calm</label> <label><input type="radio" name="mood" value="happy"${mood === "happy" && fault !== "unpicks" ? " checked" : ""}>Happy</label></fieldset>
    <input type="hidden" name="key" value="${key || randomUUID()}">
    <button${fault === "mouse" ? ' tabindex="-1"' : ""}>Join</button><p role="status"></p></form>
    <p><a href="/none/about">About</a></p></main>
    <script>const __name = (named) => named; (${String(enhance)})("${fault}")</script></html>`;

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://any");
    const [, name = "", count] = pathname.split("/");
    const fault = name as Fault;
    const send = (status: number, html: string, headers = {}) =>
      response.writeHead(status, headers).end(html);
    if (!faults.includes(fault)) return send(404, "There is no such page.");
    if (count === "about") return send(200, "<title>About</title>");
    if (count) {
      const email = searchParams.get("email");
      return send(200, `${rows.filter((row) => row.email === email).length}`);
    }
    if (request.method === "GET") {
      const ticket = searchParams.get("told") ?? "";
      const isTold =
        fault === "one-flash"
          ? isFlashing
          : fault === "by-cookie"
            ? request.headers.cookie?.includes("told=1")
            : tickets.has(ticket);
      if (fault !== "tells-again") tickets.delete(ticket);
      if (fault === "one-flash") isFlashing = false;
      const clear = { "set-cookie": "told=; max-age=0" };
      return send(200, page(fault, isTold ? "Thank you." : ""), clear);
    }
    const posted = new URLSearchParams(await text(request));
    const email = posted.get("email") ?? "";
    const key = posted.get("key") ?? "";
    const error = "Enter an address such as ann@example.com.";
    const mood = posted.get("mood");
    const isComplete = email.includes("@") && mood === "happy";
    if (!isComplete && fault !== "takes-anything")
      return send(422, page(fault, error, email, error, key, mood));
    const known = rows.find((row) => row.email === email);
    if (fault === "unique" && known)
      return send(409, page(fault, "You have joined already.", email, "", key));
    const isRepeat = known?.key === key && fault !== "no-key";
    if (!isRepeat && fault !== "drops") rows.push({ email, key });
    if (fault === "posts-again") return send(200, page(fault, "Thank you."));
    const ticket = randomUUID();
    tickets.add(ticket);
    if (fault === "one-flash") isFlashing = true;
    const location = /flash|cookie/.test(fault)
      ? `/${fault}`
      : `/${fault}?told=${ticket}`;
    return send(303, "", { location, "set-cookie": "told=1" });
  };
  return serve((request, response) => void answer(request, response));
}
