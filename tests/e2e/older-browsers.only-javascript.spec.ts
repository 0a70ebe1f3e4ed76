import { expect } from "playwright/test";
import { signupToasts } from "~/forms/signup";
import { emailMessages, failureToast } from "~/forms/toasts";
import { tooManyAttemptsText } from "~/content/delivery";
import { fillIn, rowsOf } from "../support/visitors/delivery";
import { newAddress, test } from "../support/visitors/test";

const tooManyAttempts = failureToast(tooManyAttemptsText(60));

/** Takes away what Chrome 87, Firefox 98 or Safari 15.4 lacks. Runs in the page. */
function becomeOlder() {
  for (const prototype of [Document.prototype, Element.prototype]) {
    for (const name of ["querySelector", "querySelectorAll"] as const) {
      const original = prototype[name] as (selector: string) => unknown;
      Object.defineProperty(prototype, name, {
        value: function (this: ParentNode, selector: string) {
          if (/:(?:has|is|where)\(/.test(selector))
            throw new DOMException(selector, "SyntaxError");
          return original.call(this, selector);
        },
      });
    }
  }
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const all = typeof options === "object" ? options : { capture: options };
    const known = { ...all, signal: undefined } as AddEventListenerOptions;
    addEventListener.call(this, type, listener, known);
  };
  for (const [owner, names] of [
    [window, ["TextEncoderStream", "TextDecoderStream", "structuredClone"]],
    [Object, ["hasOwn"]],
    [Array.prototype, ["at", "findLast", "toSorted"]],
    [String.prototype, ["at"]],
    [AbortSignal, ["any", "timeout"]],
    [HTMLFormElement.prototype, ["requestSubmit"]],
    [Element.prototype, ["checkVisibility", "ariaDisabled"]],
  ] as const) {
    for (const name of names) Reflect.deleteProperty(owner, name);
  }
}

test("a browser as old as support.json allows sends a form and shows each answer once", async ({
  page,
  supabase,
  toast,
}) => {
  await page.addInitScript(becomeOlder);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  for (const [address, text] of [
    [newAddress(), signupToasts.stored.title],
    ["ann@example", emailMessages.invalid],
    [newAddress(), tooManyAttempts.text],
  ] as const) {
    const form = await fillIn({ page, supabase }, address);
    const documents: string[] = [];
    page.on("framenavigated", (frame) => documents.push(frame.url()));
    if (text === tooManyAttempts.text)
      await page.route("/", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 429, body: "" })
          : route.fallback(),
      );
    await form.press();
    await expect(toast).toContainText(text);
    await expect(toast).toHaveCount(1);
    const isStored = text === signupToasts.stored.title;
    expect(await rowsOf(form)).toHaveLength(isStored ? 1 : 0);
  }
  expect(errors).toEqual([]);
});
