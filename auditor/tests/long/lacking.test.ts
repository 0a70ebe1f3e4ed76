import type { Page } from "playwright";
import { expect, onTestFinished, test, vi } from "vitest";
import { launchHeadless } from "../../browser.js";
import { modes } from "../../finding";
import { axeProblems } from "../../measuring/axe";
import { nameFunctions } from "../../measuring/places";
import { goThrough } from "../../measuring/tab-order";
import { auditOnce, serve } from "../cases";

// A visitor stays at most 60 times as long.
vi.hoisted(() => (process.env.AUDITOR_TIMEOUT = "2000"));

/** Serves these pages for one test, and answers nothing else. */
async function servePages(pages: Record<string, string>) {
  const site = await serve(({ url = "" }, response) => {
    const start = `<!doctype html><html lang="en"><title>A page</title>`;
    if (url in pages) response.end(start + pages[url]);
  });
  onTestFinished(site.stop);
  return site.url;
}

async function open(body: string) {
  const browser = await launchHeadless();
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  await nameFunctions(context);
  const page = await context.newPage();
  const url = await servePages({ "/": body });
  await page.goto(url, { waitUntil: "domcontentloaded" });
  const lacking: string[] = [];
  const devTools = await context.newCDPSession(page);
  return {
    page,
    devTools,
    lacking,
    lack: (what: string) => void lacking.push(what),
  };
}

const faint = "<p style='color: #bbb'>Faint</p>";

/** It hears axe's first message late, as on a busy machine. */
const slow = `${faint}<script>
  addEventListener('message', (event) => {
    event.stopImmediatePropagation();
    const { data, origin, source } = event;
    setTimeout(() => dispatchEvent(new MessageEvent('message', { data, origin, source })), 1500);
  }, { once: true });
</script>`;

test("axe waits for a slow frame, and one that it cannot enter is named", async () => {
  const { page, lacking, lack } = await open(
    `<iframe id="slow" title="Slow" srcdoc="${slow}"></iframe><img src="data:,">
    <iframe id="sandbox" title="Sandbox" sandbox srcdoc="${faint}"></iframe>
    <iframe id="absent" title="Absent" src="/absent"></iframe>
    <iframe title="Refused" src="http://127.0.0.1:9"></iframe>
    <embed title="Embedded" src="/absent"><object data="/absent" title="Object"></object>
    <object data="/picture" title="Picture" type="image/png"></object>`,
  );
  const found = await axeProblems(page, true, lack);
  const seen = found.map(({ rule, selector }) => `${rule} ${selector}`);
  expect(seen).toContain("color-contrast #slow body > p");
  expect(seen).toContain("image-alt body > img");
  expect(lacking).toEqual([
    "axe does not run in #sandbox.",
    "axe does not run in #absent.",
    'axe does not run in <iframe title="Refused" src="http://127.0.0.1:9">.',
    'axe does not run in <embed title="Embedded" src="/absent">.',
    'axe does not run in <object data="/absent" title="Object">.',
  ]);
});

test("what more presses of the Tab key would reach is not said to be out of its reach", async () => {
  const links = Array.from({ length: 500 }, (_, at) => {
    const script = at === 9 ? 'onfocus="this.blur()"' : "";
    return `<a href="/${at}" ${script}>${at}</a> `;
  });
  const { page, devTools, lacking, lack } = await open(links.join(""));
  const stops = await page.evaluateHandle((): Element[] => []);
  const mode = "no-javascript";
  const found = await goThrough(page, devTools, stops, mode, lack);
  const html = expect.stringContaining(">9<") as string;
  expect(found).toMatchObject([{ rule: "not-reached", html }]);
  const said = "What comes after 400 presses of it is not measured.";
  expect(lacking).toEqual([said]);
});

test("a page whose script never rests is named, and other links are followed", async () => {
  const busy = "onload = () => setTimeout(() => { for (;;); })";
  const baseURL = await servePages({
    "/": "<a href='/busy'>Busy</a> <a href='/other'>Other</a>",
    "/busy": `<script>${busy}</script>`,
    "/other": "",
  });
  const { failures, visited } = await auditOnce({ baseURL });
  const message = expect.stringContaining("not answer within 8 s") as string;
  // The busy page leaves a busy machine little for the others in a second.
  const own = failures.filter(({ state }) => state === "/busy");
  expect(own).toEqual([{ name: "StateNotReached", state: "/busy", message }]);
  const paths = new Set(visited.map(({ path }) => path));
  expect([...paths].sort()).toEqual(["/", "/other"]);
});

test("a page that stops the clock does not keep its other parts from being measured", async () => {
  const stop = "<script>setTimeout = requestAnimationFrame = () => 0</script>";
  const baseURL = await servePages({ "/": stop + faint });
  const states = [{ name: "/", path: "/" }];
  const { failures, issues } = await auditOnce({ baseURL, states });
  const own = failures.filter(({ mode }) => mode === "javascript");
  expect(own.map(({ part }) => part)).toContain("axe, at 1280 px");
  expect(failures.map(({ message }) => message)).toContain(
    "It takes more than 16 s.",
  );
  expect(issues.map(({ rule }) => rule)).toContain("contrast");
});

test("what never comes does not keep the rest from being measured", async () => {
  const baseURL = await servePages({
    "/": `${faint}<img src="/never" alt="">`,
  });
  const states = [{ name: "/", path: "/" }];
  const { failures, issues } = await auditOnce({ baseURL, states });
  const message = "A part of it never comes.";
  // A busy machine may be late for a part.
  const late = failures.filter((one) => one.message === message);
  expect(late.map(({ mode }) => mode)).toEqual(modes);
  expect(issues.map(({ rule }) => rule)).toContain("contrast");
});

test("a page that answers no question does not keep the audit for ever, in either mode", async () => {
  const baseURL = await servePages({ "/": "" });
  const reach = ({ page }: { page: Page }) => {
    const context = page.context();
    const close = context.close.bind(context);
    // Playwright fails like this if the browser closes first.
    context.close = async (options) => {
      context.close = close;
      await close(options);
      throw new Error("The browser is closed.");
    };
    return page.evaluate(() => new Promise<void>(() => {}));
  };
  const states = [{ name: "/", path: "/", reach }];
  const { failures } = await auditOnce({ baseURL, states });
  const said = "More than 120 s in one state are too long.";
  const message = expect.stringContaining(said) as string;
  expect(failures).toMatchObject(modes.map((mode) => ({ mode, message })));
});
