type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Puts the content of an answered page in place of the page's own, around the fields
 * that both have: those stay where they are, with what was typed, so that undo, input
 * methods and what a browser restores on Back live on.
 *
 * @param sent its fields are replaced, too, if it comes back empty
 * @returns to be called once the focus has moved: marks the fields, and removes what is
 *   left of the former content
 */
export function mergeMain(
  fresh: Element,
  old: Element,
  sent: HTMLFormElement,
  isDone: boolean,
): () => void {
  const active = document.activeElement as Element;
  /** By field of the answer, the page's own. */
  const fields = new Map<Field, Field>();
  for (const field of fresh.querySelectorAll<Field>("input[id],textarea[id]")) {
    const own = document.getElementById(field.id) as Field | null;
    if (!own?.form || (isDone && own.form === sent)) continue;
    fields.set(field, own);
    field.value = own.value;
  }
  // Questions that the visitor has opened stay open.
  const details = fresh.querySelectorAll("details");
  old.querySelectorAll("details").forEach(({ open }, index) => {
    if (details[index] && open) details[index].open = true;
  });
  const former: ChildNode[] = [];
  const merge = (fresh: Element, old: Element) => {
    /** By child of the answer, the page's own with the same field. */
    const pairs = new Map<Node, Element>();
    for (const [field, own] of fields) {
      const child = childWith(field, fresh);
      const place = childWith(own, old);
      if (child && place && ![...pairs.values()].includes(place))
        pairs.set(child, place);
    }
    const children = [...fresh.childNodes];
    const stay = children.flatMap((child) => pairs.get(child) ?? []);
    former.push(
      ...[...old.childNodes].filter((node) => !stay.includes(node as Element)),
    );
    arrange(stay, sent);
    // The former content stands below the new one until it is removed.
    let next: Node | null = old.firstChild;
    for (const child of children) {
      const own = pairs.get(child);
      if (own) next = own.nextSibling;
      else old.insertBefore(child, next);
      // Another form stays whole, and so does what an extension has put around a field.
      const isOther = own?.matches("form") && own !== sent;
      if (own && !isOther && own.localName === (child as Element).localName)
        merge(child as Element, own);
    }
  };
  merge(fresh, old);
  return () => {
    for (const [field, own] of fields) {
      if (own.form !== sent) continue;
      for (const name of ["aria-invalid", "aria-describedby"]) {
        const value = field.getAttribute(name);
        if (value) own.setAttribute(name, value);
        else own.removeAttribute(name);
      }
      if (own === document.activeElement) continue;
      // Firefox says of the field that last had the caret that it has the focus, also
      // where the button has been pressed since, and Orca would read it after the answer.
      own.setAttribute("aria-hidden", "true");
      setTimeout(() => own.removeAttribute("aria-hidden"), 100);
    }
    former.forEach((node) => prune(node, active));
  };
}

const childWith = (field: Element, parent: Element) =>
  [...parent.children].find((child) => child.contains(field));

/**
 * Puts siblings into an order: a refused form of the landing page comes first. The one
 * in which somebody types is not moved, nor is the sent form otherwise.
 */
export function arrange(order: Element[], sent: HTMLFormElement): void {
  const isSorted = order.every(
    (one, index) =>
      !index ||
      (order[index - 1] as Element).compareDocumentPosition(one) &
        Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const still =
    order.find((one) => one.contains(document.activeElement)) ??
    order.find((one) => one.contains(sent));
  if (isSorted || !still) return;
  const at = order.indexOf(still);
  still.before(...order.slice(0, at));
  still.after(...order.slice(at + 1));
}

/**
 * Removes a node, and after a moment what of it had the focus: Orca says all that it
 * leaves if that is gone when it hears of the move.
 */
function prune(node: ChildNode, active: Element) {
  if (!node.contains(active)) {
    node.remove();
    return;
  }
  for (const child of [...node.childNodes]) prune(child, active);
  // Until then it is no second form.
  for (const name of ["id", "method", "data-sending"])
    (node as Element).removeAttribute(name);
  setTimeout(() => node.remove(), 100);
}
