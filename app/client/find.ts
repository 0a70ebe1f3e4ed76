/** Finds the first element that matches a selector. */
export const find = (selector: string, within: ParentNode = document) =>
  within.querySelector<HTMLElement>(selector);
