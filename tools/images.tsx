import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { chromium } from "playwright";
import { Letters } from "~/components/beads/beads";
import { Beams } from "~/components/beads/beams";
import { productName, socialImage, tagline } from "~/content/site";
import { findBrowser } from "./browser.js";
import { startSite } from "../tests/support/fixtures/site";

// Draws pictures from the site's own parts. Run it after a change in styling,
// and commit the pictures.

const readStyles = (name: string) => readFileSync(`app/styles/${name}`, "utf8");
const styles = readStyles("all.css").replace(
  /@import "(.*)";/g,
  (_, name: string) => readStyles(name),
);

/** Without its own styles: the style sheet sets the colors. */
const strand = readFileSync(
  "app/components/beads/drawings/strand.svg",
  "utf8",
).replace(/<style>[^]*<\/style>/, "");

/** Name and tagline also fit into the square at its center. */
const social = renderToStaticMarkup(
  <html lang="en">
    <style
      dangerouslySetInnerHTML={{
        __html: `${styles}
          .name { --above: 1.15em; font-size: 92px; }
          .poster { max-inline-size: 560px; margin: 24px auto; font-size: 74px; text-align: center; }`,
      }}
    />
    <body>
      <Beams />
      <div className="name">
        <Letters word={productName} />
        <div data-svg="" dangerouslySetInnerHTML={{ __html: strand }} />
      </div>
      <p className="poster">{tagline}</p>
    </body>
  </html>,
);
const icon = `<style>*{margin:0;display:block}</style>${readFileSync("public/favicon.svg", "utf8")}`;

const pictures = [
  { html: social, ...socialImage },
  { html: icon, path: "/apple-touch-icon.png", width: 180, height: 180 },
  { html: icon, path: "/icon-512.png", width: 512, height: 512 },
];

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
for (const { html, path, width, height } of pictures) {
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: "reduce",
  });
  await page.setContent(`<!doctype html>${html}`);
  const isPhoto = path.endsWith(".jpg");
  await page.screenshot({
    path: `public${path}`,
    ...(isPhoto && { type: "jpeg", quality: 85 }),
  });
  await page.close();
}

// README shows the landing page.
const site = await startSite();
for (const { name, width, height } of [
  { name: "landing-wide", width: 1280, height: 800 },
  { name: "landing-narrow", width: 390, height: 844 },
]) {
  const page = await browser.newPage({
    viewport: { width, height },
    reducedMotion: "reduce",
  });
  await page.goto(site.url);
  await page.screenshot({
    path: `tests/screenshots/${name}.jpg`,
    type: "jpeg",
    quality: 80,
  });
  await page.close();
}
await site.stop();
await browser.close();
