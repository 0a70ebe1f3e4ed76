import type { Page } from "playwright/test";

/** Replaces the visitor's own address in everything that is compared. */
export const anyAddress = "visitor@example.com";

/** A line may be allowed to break within the address. */
export const anonymous = (text: string, email: string) =>
  text.replace(
    new RegExp(email.replace(/\W/g, "\\$&(<wbr>)?"), "gi"),
    anyAddress,
  );

/** All that style sheets and painting depend on: same outline, same look. */
export async function outline(page: Page, email: string): Promise<string> {
  const html = await page.evaluate(() => {
    const originals = [...document.body.querySelectorAll("*")];
    const copy = document.body.cloneNode(true) as HTMLElement;
    [...copy.querySelectorAll("*")].forEach((element, index) => {
      const original = originals[index];
      // These do not affect the look.
      element.removeAttribute("autofocus");
      element.removeAttribute("novalidate");
      // The Tab key passes by these in any case.
      if (!element.matches("a, button, input, textarea, select, summary"))
        if (element.getAttribute("tabindex") === "-1")
          element.removeAttribute("tabindex");
      if (element.matches("script, link, [type=hidden]")) element.remove();
      if (original?.matches(":focus")) element.setAttribute("focus", "");
      if (original?.matches(":user-invalid")) element.classList.add("invalid");
      if (original && "value" in original) {
        element.removeAttribute("value");
        element.setAttribute("value", String(original.value));
      }
    });
    // Each worker's site has a port of its own.
    return copy.outerHTML.replaceAll(location.port, "");
  });
  return anonymous(html.replace(/<!--.*?-->/g, ""), email);
}
