import type { Page } from "playwright/test";

/** Adds a style sheet, which the site's own security policy allows a script. */
export async function withStyle<T>(
  page: Page,
  css: string,
  look: () => Promise<T>,
): Promise<T> {
  const sheet = await page.evaluateHandle((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, css);
  const seen = await look();
  await sheet.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (adopted) => adopted !== sheet,
    );
  });
  return seen;
}
