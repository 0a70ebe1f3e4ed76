/**
 * Runs in the page: each form that is shown, with its place among all forms, and
 * what does nothing without a script, as far as that can be seen without sending
 * anything.
 */
export function readLosses() {
  type Field = HTMLInputElement;
  const found: {
    element: Element;
    index: number;
    name: string;
    what?: string;
  }[] = [];
  const textOf = (one: Element) =>
    ((one as HTMLElement).innerText ?? one.textContent)
      .replace(/\s+/g, " ")
      .trim();
  const nameOf = (one?: Element | null): string => {
    if (!one) return "";
    const { labels, type, value } = one as Field;
    const isButton = one.matches("input") && /^(?:button|submit)$/.test(type);
    const naming = [...(one.ariaLabelledByElements ?? []), ...(labels ?? [])];
    // A label may hold its field, with all options.
    const wordsOf = (label: Element) =>
      one.parentElement === label
        ? textOf(label).replace(textOf(one), "").trim()
        : textOf(label);
    const drawn = one.querySelector("[alt], [aria-label], title");
    const name =
      one.ariaLabel ||
      naming.map(wordsOf).join(" ") ||
      (isButton && value) ||
      (!one.matches("select") && textOf(one)) ||
      (drawn && (nameOf(drawn) || drawn.textContent)) ||
      ["alt", "title", "placeholder", "name"]
        .map((attribute) => one.getAttribute(attribute))
        .find(Boolean) ||
      "";
    return name.length > 60 ? `${name.slice(0, 60)}…` : name;
  };
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(inPage.isShown) as Field[];
  const lose = (element: Element, what: string) =>
    found.push({ element, index: -1, name: "", what });

  const fields = shown(
    "select, textarea, input:not([type=button], [type=reset], [type=submit], [type=image])",
  );
  const submits = shown(
    "input:is([type=submit], [type=image]), button:not([type=button], [type=reset])",
  );
  const choices =
    "select, textarea, [type=checkbox], [type=radio], [type=range], [type=color], [type=file]";
  for (const [index, form] of [
    ...document.querySelectorAll("form"),
  ].entries()) {
    const own = fields.filter((one) => one.form === form);
    const buttons = submits.filter((one) => one.form === form);
    if (!own[0] && !buttons[0]) continue;
    const isNamed = form.matches("[aria-label], [aria-labelledby]");
    const title = form.querySelector("h1, h2, h3, h4, legend");
    const name =
      nameOf(isNamed ? form : title) || nameOf(buttons[0]) || nameOf(own[0]);
    found.push({ element: form, index, name });
    if (form.getAttribute("method")?.toLowerCase() === "dialog") continue;
    const texts = own.filter((one) => !one.matches(choices));
    const isNameless = own.every((one) => !one.getAttribute("name"));
    const fault =
      (/^\s*javascript:/i.test(form.getAttribute("action") ?? "") &&
        "does nothing without JavaScript") ||
      (own[0] &&
        isNameless &&
        "sends nothing without JavaScript: its fields have no names") ||
      // Enter sends a form without a button from its only field of text.
      (!buttons[0] &&
        texts.length !== 1 &&
        "has no button that sends it without JavaScript") ||
      (buttons[0] &&
        buttons.every(({ disabled }) => disabled) &&
        "cannot be sent without JavaScript: its button stays disabled");
    if (fault) lose(form, `The form ‘${name}’ ${fault}`);
  }

  // Without any script, what does nothing does so in both modes.
  if (
    !document.querySelector(
      "script:not([type*=json]), [onclick], [onchange], [onsubmit], [href^='javascript:' i]",
    )
  )
    return found;
  const buttons =
    ":is(button, input[type=button]):not([popovertarget], [commandfor], :disabled)";
  const links = "a:is([href^='#'], [href^='javascript:' i])";
  const drawn =
    ":is([role=button], [role=checkbox], [role=combobox], [role=link], [role=listbox], [role^=menuitem], [role=radio], [role=slider], [role=spinbutton], [role=switch], [role=tab], [role=tree]):not(a[href], button, input, select, textarea, summary)";
  const isDead = (one: Field) =>
    (one.matches(`${buttons}, select:not(:disabled)`) &&
      (!one.form || one.type === "button")) ||
    one.matches(drawn) ||
    (one.matches(links) &&
      // A place in the page, unlike a route.
      !/^#[^!/]/.test(one.getAttribute("href") ?? "") &&
      !/\b(?:top|up)\b|[↑⬆]|oben|haut/i.test(textOf(one))) ||
    (one.matches("[onclick]") && inPage.isForMouse(one));
  for (const one of shown(`${buttons}, ${links}, ${drawn}, select, [onclick]`))
    if (isDead(one) && !one.closest("a[href] *, summary *")) {
      const name = nameOf(one);
      const subject = name ? `‘${name}’` : "A control without a name";
      lose(one, `${subject} does nothing without JavaScript`);
    }
  return found;
}

/**
 * Runs in the page: hides from programs, too, what nobody sees: what is clear for
 * good, and what lies behind something that fills the window and stays there.
 *
 * @returns what shows it again once it is cancelled
 */
export function hideUnseen() {
  const all = [document.body, ...document.body.querySelectorAll("*")];
  // No line of text passes between these.
  const parts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => at / 10);
  const covers = (one: Element) => {
    const { position, backgroundColor } = getComputedStyle(one);
    return (
      position === "fixed" &&
      backgroundColor.startsWith("rgb(") &&
      one.checkVisibility({ opacityProperty: true }) &&
      parts.every((x) =>
        parts.every((y) =>
          one.contains(
            document.elementFromPoint(x * innerWidth, y * innerHeight),
          ),
        ),
      )
    );
  };
  const cover = all.filter(covers).at(-1);
  const unseen = all.filter(
    (one) =>
      (cover && !one.contains(cover) && !cover.contains(one)) ||
      (getComputedStyle(one).opacity === "0" &&
        // It is yet to fade in, or the browser's own control behind a drawn one.
        !one.getAnimations()[0] &&
        !one.matches("input, select, textarea")),
  );
  // Unlike a style, this neither fades nor stays in the HTML.
  return unseen.map((one) =>
    one.animate({ visibility: ["hidden", "hidden"] }, { fill: "both" }),
  );
}
