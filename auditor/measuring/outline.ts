import type { Page } from "playwright";

/** Describes all that the look depends on: same outline, same look. */
export const readOutline = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const originals = [...document.body.querySelectorAll("*")];
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const [index, element] of [...copy.querySelectorAll("*")].entries()) {
      const original = originals[index] as HTMLInputElement;
      // These do not affect the look.
      element.removeAttribute("autofocus");
      element.removeAttribute("novalidate");
      // The Tab key skips these in any case.
      if (!element.matches("a, button, input, textarea, select, summary"))
        if (element.getAttribute("tabindex") === "-1")
          element.removeAttribute("tabindex");
      if (element.matches("script, link, [type=hidden]")) element.remove();
      if (original.matches(":user-invalid")) element.classList.add("invalid");
      if ("value" in original) element.setAttribute("value", original.value);
    }
    const comments = document.createNodeIterator(copy, NodeFilter.SHOW_COMMENT);
    for (let node = comments.nextNode(); node; node = comments.nextNode())
      (node as Comment).remove();
    const sheets = [...document.styleSheets].map((sheet) => {
      try {
        return [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
      } catch {
        // A sheet of another origin may ask for scripting.
        return `${sheet.href} scripting:`;
      }
    });
    // The same HTML looks different if it or a style sheet asks for scripting.
    const usesScripting =
      document.querySelector("noscript") !== null ||
      sheets.some((rules) => rules.includes("scripting:"));
    const { host } = location;
    const look = usesScripting && matchMedia("(scripting: none)").matches;
    // The root has the language.
    const root = document.documentElement.cloneNode() as HTMLElement;
    const trees = originals.map(({ shadowRoot }) => shadowRoot?.innerHTML);
    const metas = document.querySelectorAll(
      "meta[name=viewport], meta[http-equiv=refresh]",
    );
    const head = [...metas].map(({ outerHTML }) => outerHTML);
    const html = [root.outerHTML, ...head, ...sheets, copy.outerHTML, ...trees]
      .join("\n")
      .replaceAll(host, "")
      .replaceAll(encodeURIComponent(host), "");
    return `${document.title}\n${look}${html}`;
  });
