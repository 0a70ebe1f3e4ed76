import type { Page } from "playwright/test";

/** Replaces the visitor's own address in everything that is compared. */
export const anyAddress = "visitor@example.com";

/** The only special character in a test's address is its dot. */
export const anonymous = (text: string, email: string) =>
  text.replace(new RegExp(email.replaceAll(".", "\\."), "gi"), anyAddress);

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
    return copy.outerHTML;
  });
  return anonymous(html.replace(/<!--.*?-->/g, ""), email);
}
