/** Finds the first element that matches a selector. */
export const find = <Found extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode | null = document,
): Found | null => within && within.querySelector<Found>(selector);
