import { cleanAddress } from "~/forms/address";

/**
 * Counts what is typed into each e-mail field, and the style sheet strings a bead for
 * each character, with a star for the @ and a knot for a valid address.
 */
export function countTyped() {
  for (const input of document.querySelectorAll<HTMLInputElement>(
    "[type=email]",
  )) {
    const { value, validity } = input;
    const at = value.indexOf("@") + 1;
    // The site wants a dot where the browser does not.
    const isTied = validity.valid && value.lastIndexOf(".") >= at;
    // An extension may have put the input into an element of its own.
    const field = input.closest<HTMLElement>(".field");
    if (field)
      field.style.cssText = `--typed:${value.length};--tied: ${+isTied};--at:${at}`;
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
    if (input.type === "email") {
      try {
        const address = cleanAddress(input.value);
        input.value = address;
        // WebKit refuses letters in a domain that are not ASCII.
        const [, name, domain] =
          /^([^@]+@)([-.\p{L}\p{M}\p{N}\p{Join_C}]+)$/u.exec(address) ?? [];
        if (domain && input.validity.typeMismatch)
          input.value = name + new URL(`http://${domain}`).host;
      } catch {
        // The browser says that it is no address.
      }
    }
    countTyped();
  });
}
