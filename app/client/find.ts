/** Finds the first element that matches a selector. */
export const find = (
  selector: string,
  within: ParentNode | null = document,
): HTMLElement | null => within && within.querySelector<HTMLElement>(selector);
