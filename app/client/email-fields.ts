import { cleanAddress } from "~/forms/address";

/**
 * Counts what is typed into each e-mail field, and the style sheet strings a bead for
 * each character, with a star for the @ and a knot for a valid address.
 */
export function countTyped() {
  for (const input of document.querySelectorAll<HTMLInputElement>(
    "[type=email]",
  )) {
    const { value } = input;
    // The site wants a dot where the browser does not.
    const knots = Number(input.validity.valid && /@.+\./.test(value));
    const star = value.indexOf("@") + 1;
    // An extension may have put the input into an element of its own.
    const field = input.closest<HTMLElement>(".field");
    if (field)
      field.style.cssText = `--typed:${value.length};--tied:${knots};--at:${star}`;
  }
}

/**
 * Runs inline. A typed address is cleaned as the server does it, or the browser's own
 * check would refuse what the server takes.
 */
export function watchEmailFields() {
  // A refused form comes back with what was typed.
  countTyped();
  addEventListener("input", countTyped);
  addEventListener("change", ({ target }) => {
    const input = target as HTMLInputElement;
    if (input.type === "email") input.value = cleanAddress(input.value);
    countTyped();
  });
}
