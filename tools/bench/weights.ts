import { chromium } from "playwright";
import type { Page } from "playwright";
import { pages } from "~/content/pages";
import { findBrowser } from "../browser.js";
import { scriptIsThere } from "../../tests/support/fixtures/test";

export interface Weights {
  path: string;
  requests: number;
  /** Bytes on the wire, headers included. */
  all: number;
  /** Bytes of script files. Inline scripts are part of the page. */
  scripts: number;
  /** Bytes of the scripts that load when the visitor turns to a form. */
  onDemand: number;
  /** Milliseconds on a CPU that is four times slower. */
  longestTask: number;
  /** Milliseconds on slow 4G with that CPU. */
  firstPaint: number;
}

/** Weighs a first visit to each page, in a browser without a cache. */
export async function weighPages(url: string): Promise<Weights[]> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const weights: Weights[] = [];
  for (const { path } of Object.values(pages)) {
    const page = await browser.newPage();
    weights.push(await weigh(page, url, path));
    await page.close();
  }
  await browser.close();
  return weights;
}

async function weigh(page: Page, url: string, path: string): Promise<Weights> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  // Lighthouse uses the same slow 4G.
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const kinds = new Map<string, string>();
  const sizes = new Map<string, number>();
  devTools.on("Network.responseReceived", ({ requestId, type }) => {
    kinds.set(requestId, type);
  });
  devTools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  const sum = (kind?: string) =>
    [...sizes].reduce(
      (total, [id, size]) =>
        kind === undefined || kinds.get(id) === kind ? total + size : total,
      0,
    );
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask", buffered: true });
  });

  await page.goto(url + path, { waitUntil: "networkidle" });
  const measured = await page.evaluate(() => ({
    longestTask: Math.max(
      0,
      ...(window as unknown as { tasks: number[] }).tasks,
    ),
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0]
      ?.startTime,
  }));
  const visit = {
    path,
    requests: sizes.size,
    all: sum(),
    scripts: sum("Script"),
    longestTask: measured.longestTask,
    firstPaint: measured.firstPaint ?? NaN,
  };
  await scriptIsThere(page);
  return { ...visit, onDemand: sum("Script") - visit.scripts };
}
