import { cleanAddress } from "~/forms/address";

/**
 * Runs inline. Counts what is typed into an e-mail field, and the style sheet
 * strings a bead for each character, with a star for the @ and a knot for a valid
 * address. A typed address is cleaned as the server does it, or the browser's own
 * check would refuse what the server takes.
 */
export function watchEmailFields() {
  const countTyped = ({ target }: { target: EventTarget | null }) =>
    // A form's fields become empty only after its reset event.
    queueMicrotask(() => {
      const { elements = [target] } = target as HTMLFormElement;
      for (const input of elements as Iterable<HTMLInputElement>) {
        if (input.type !== "email") continue;
        const { value } = input;
        // The site wants a dot where the browser does not.
        const knots = Number(input.validity.valid && /@.+\./.test(value));
        const star = value.indexOf("@") + 1;
        // An extension may have put the input into an element of its own.
        const field = input.closest<HTMLElement>(".field");
        if (field)
          field.style.cssText = `--typed:${value.length};--tied:${knots};--at:${star}`;
      }
    });
  // A refused form comes back with what was typed.
  for (const form of document.forms) countTyped({ target: form });
  addEventListener("input", countTyped);
  addEventListener("reset", countTyped);
  addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement;
    if (input.type === "email") input.value = cleanAddress(input.value);
    countTyped(event);
  });
}
