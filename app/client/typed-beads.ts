/**
 * Runs inline. Counts what is typed into an e-mail field,
 * and the style sheet strings a bead for each character, with a star for the @ and a
 * knot for a valid address.
 */
export function stringTypedBeads() {
  const string = ({ target }: { target: EventTarget | null }) =>
    // A form's fields become empty only after its reset event.
    queueMicrotask(() => {
      const { elements = [target] } = target as HTMLFormElement;
      for (const input of elements as Iterable<HTMLInputElement>) {
        const { type, value, parentElement } = input;
        if (type !== "email" || !parentElement) continue;
        // The site wants a dot where the browser does not.
        const knots = Number(input.validity.valid && /@.+\./.test(value));
        const star = value.indexOf("@") + 1;
        parentElement.style.cssText = `--typed:${value.length};--tied:${knots};--at:${star}`;
      }
    });
  // A refused form comes back with what was typed.
  for (const form of document.forms) string({ target: form });
  addEventListener("input", string);
  addEventListener("reset", string);
}
