import { readFileSync, writeFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { chromium } from "playwright";
import { Letters } from "~/components/beads/beads";
import { Beams } from "~/components/beads/beads";
import { productName, socialImage, tagline } from "~/content/site";
import { findBrowser } from "auditor/browser";
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
          .name { --above: 0.95em; font-size: 92px; }
          .poster { max-inline-size: 560px; margin: 12px auto 18px; font-size: 74px; text-align: center; }
          .line { margin: auto; color: var(--lemon); font: 700 36px var(--poster); text-align: center; }`,
      }}
    />
    <body>
      <Beams />
      <div className="name">
        <Letters word={productName} />
        <div data-svg="" dangerouslySetInnerHTML={{ __html: strand }} />
      </div>
      <p className="poster">{tagline}</p>
      <p className="line">{socialImage.line}</p>
    </body>
  </html>,
);
/** A whole square, because each system cuts its own corners. */
const square = readFileSync("public/favicon.svg", "utf8").replace(
  ' rx="14" fill="#080b19"',
  ' fill="#080b19"',
);
/** Its letter stays within the circle that every system's mask leaves. */
const maskable = square
  .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"')
  .replace('width="64" height="64"', 'x="-8" y="-8" width="80" height="80"')
  .replace("M0 34h64", "M-8 34h80");
const alone = (svg: string) =>
  `<style>body{margin:0}svg{display:block}</style>${svg}`;

const pictures = [
  { html: social, ...socialImage },
  {
    html: alone(square),
    path: "/apple-touch-icon.png",
    width: 180,
    height: 180,
  },
  { html: alone(square), path: "/icon-512.png", width: 512, height: 512 },
  {
    html: alone(maskable),
    path: "/icon-maskable.png",
    width: 512,
    height: 512,
  },
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

/** An ICO with one PNG, for programs that ask for /favicon.ico unasked. */
function toIco(png: Uint8Array, side: number): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const icon = await browser.newPage({ viewport: { width: 32, height: 32 } });
const small = readFileSync("public/favicon.svg", "utf8").replace(
  "<svg ",
  '<svg width="32" height="32" ',
);
await icon.setContent(`<!doctype html>${alone(small)}`);
const png = await icon.screenshot({ omitBackground: true });
writeFileSync("public/favicon.ico", toIco(png, 32));
await icon.close();

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
