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
    // An extension may have put the input into an element of its own.
    const style = input.closest<HTMLElement>(".field")?.style;
    const set = (name: string, value: number) =>
      style?.setProperty(name, `${value}`);
    set("--typed", value.length);
    // The site wants a dot where the browser does not.
    const isTied =
      validity.valid && value.lastIndexOf(".") > value.indexOf("@");
    set("--tied", Number(isTied));
    set("--at", value.indexOf("@") + 1);
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
    // Chromium keeps the spaces around a typed URL until the value is set.
    if (input.type === "url") input.value = input.value.trim();
    countTyped();
  });
}
