import type { Page } from "playwright/test";

/**
 * What a person does while a form is being sent natively. Playwright waits for
 * the page that is on its way, and so does whatever is evaluated.
 */
export async function openDevtools(page: Page) {
  const session = await page.context().newCDPSession(page);
  return {
    /** Goes to whatever has the focus. */
    press: async (key: "Enter" | "Escape") => {
      const event = { key, code: key, windowsVirtualKeyCode: codes[key] };
      for (const part of [
        { type: "keyDown", text: key === "Enter" ? "\r" : "" },
        { type: "keyUp" },
      ] as const) {
        await session.send("Input.dispatchKeyEvent", { ...event, ...part });
      }
    },
    click: async ({ x, y }: Place) => {
      for (const type of ["mousePressed", "mouseReleased"] as const) {
        const click = { type, x, y, button: "left", clickCount: 1 } as const;
        await session.send("Input.dispatchMouseEvent", click);
      }
    },
  };
}

const codes = { Enter: 13, Escape: 27 };

interface Place {
  x: number;
  y: number;
}

/** Where to click, as long as nothing moves. */
export async function placeOf(page: Page, name: string): Promise<Place> {
  const box = await page
    .getByRole("main")
    .getByText(name, { exact: true })
    .first()
    .boundingBox();
  if (!box) throw new Error(`${name} is not on the page.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What the first form's button says from now on, as the page itself tells. */
export async function watchButton(page: Page): Promise<() => string> {
  let said = "";
  page.on("console", (message) => {
    const [, state] = /^button: (.*)$/.exec(message.text()) ?? [];
    said = state ?? said;
  });
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const tell = () => {
        const button = document.querySelector("form[method=post] button");
        const end = button?.matches(":disabled") ? " (disabled)" : "";
        console.log(`button: ${button?.textContent ?? ""}${end}`);
      };
      tell();
      new MutationObserver(tell).observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
  });
  return () => said;
}
