/**
 * Stands in a form's page as text, and runs before React is there: it can use
 * nothing from outside. The rest of the page's script is asked for when the
 * visitor turns to a form, if it can take this document over in this browser.
 */
export function onDemand(isAsServed: () => boolean) {
  const turns = ["focusin", "pointerover"];

  const turn = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof Element && target.closest("form,dialog"))) return;
    for (const name of turns) removeEventListener(name, turn);
    // Remix decodes a page's data by these streams.
    if (!window.TextEncoderStream || !window.TextDecoderStream) return;
    if (!isAsServed()) return;
    const find = <Node extends Element>(selector: string) =>
      document.querySelectorAll<Node>(selector);
    for (const link of find<HTMLLinkElement>("[rel=dns-prefetch]")) {
      link.rel = "modulepreload";
    }
    for (const { text } of find<HTMLScriptElement>("[type='text/plain']")) {
      const script = document.createElement("script");
      script.type = "module";
      script.text = text;
      document.head.append(script);
      // React takes over the nodes that it has rendered, and no others.
      script.remove();
    }
  };
  // Before its end arrives, the document is not the one that the server sent.
  addEventListener("DOMContentLoaded", () => {
    for (const name of turns) addEventListener(name, turn);
    // A slow page may have been turned to before.
    turn({ target: document.activeElement });
  });

  // A form that is sent before React is there says so, and is sent once.
  let undo = () => {};
  const state = "aria-disabled";
  addEventListener("submit", (event) => {
    const { defaultPrevented, target, submitter: button } = event;
    const form = target as HTMLFormElement;
    if (defaultPrevented || form.method !== "post" || !button) return;
    if (button.hasAttribute(state)) return event.preventDefault();
    const label = button.textContent;
    const status = form.querySelector("[aria-live]") ?? button;
    status.textContent = button.textContent = button.dataset.sending ?? "";
    button.setAttribute(state, "true");
    undo = () => {
      status.textContent = "";
      button.textContent = label;
      button.removeAttribute(state);
    };
  });
  // The visitor has come back to the page, or has stopped it from being left.
  addEventListener("pageshow", () => undo());
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener("navigateerror", () => undo());
}
