import type { CDPSession } from "playwright/test";

/**
 * The window as PNG in base64. Light compression takes a fraction of the time.
 *
 * @param height how much of it, from the top, in CSS pixels
 */
export async function shoot(devTools: CDPSession, height?: number) {
  const { cssVisualViewport } = await devTools.send("Page.getLayoutMetrics");
  const { clientWidth: width, clientHeight } = cssVisualViewport;
  const { data } = await devTools.send("Page.captureScreenshot", {
    clip: { x: 0, y: 0, width, height: height ?? clientHeight, scale: 1 },
    optimizeForSpeed: true,
  });
  return data;
}
