import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { chromium } from "playwright";
import { Letters } from "~/components/beads/beads";
import { productName, socialImage, tagline } from "~/content/constants";
import { findBrowser } from "two-modes-audit/browser";
import { startSite } from "../tests/support/servers/site";

// Draws pictures from the site's own parts. Run it after a change in styling,
// and commit the pictures.

/** A style sheet with all that it imports. */
const readStyles = (file: string): string =>
  readFileSync(file, "utf8").replace(
    /@import "(.*)";/g,
    (_, imported: string) =>
      readStyles(path.join(path.dirname(file), imported)),
  );
const styles = readStyles("app/styles/landing.css");

/** Without its own styles: the style sheet sets the colors. */
function Picture({ name }: { name: string }) {
  const file = `app/components/beads/drawings/${name}.svg`;
  const svg = readFileSync(file, "utf8").replace(/<style>[^]*<\/style>/, "");
  return <div data-svg="" dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** Name and tagline also fit into the square at its center. */
const social = renderToStaticMarkup(
  <html lang="en">
    <style
      dangerouslySetInnerHTML={{
        __html: `${styles}
          .name { --above: 0.7em; font-size: 100px; }
          .poster { max-inline-size: 620px; margin: 0 auto auto; font-size: 76px; text-align: center; }
          .line { margin: 0 auto; color: var(--lemon); font: 700 38px var(--poster); text-align: center; }
          .dawn { --size: 26rem; position: absolute; z-index: -2; inset: 0; padding: 0; }
          .sun { position: absolute; inset: auto auto 0 calc(50% - 13rem); }
          .crowd { position: absolute; inset: auto auto -40px 50%; }`,
      }}
    />
    <body>
      <div className="beams" />
      <div className="name">
        <Letters word={productName} />
        <Picture name="strand" />
      </div>
      <p className="line">{socialImage.line}</p>
      <p className="poster">{tagline}</p>
      <div className="dawn">
        <div className="sun" style={{ blockSize: "13rem" }} />
        <Picture name="crowd" />
      </div>
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
const icon = (path: string, svg: string, side: number) => ({
  html: alone(svg),
  path,
  width: side,
  height: side,
});

const pictures = [
  { html: social, ...socialImage },
  icon("/apple-touch-icon.png", square, 180),
  icon("/icon-512.png", square, 512),
  icon("/icon-maskable.png", maskable, 512),
];

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const open = (width: number, height: number) =>
  browser.newPage({ viewport: { width, height }, reducedMotion: "reduce" });

for (const { html, path: url, width, height } of pictures) {
  const page = await open(width, height);
  await page.setContent(`<!doctype html>${html}`);
  const quality = url.endsWith(".jpg") ? 85 : undefined;
  await page.screenshot({ path: `public${url}`, quality });
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

const page = await open(32, 32);
const small = readFileSync("public/favicon.svg", "utf8").replace(
  "<svg ",
  '<svg width="32" height="32" ',
);
await page.setContent(`<!doctype html>${alone(small)}`);
const png = await page.screenshot({ omitBackground: true });
writeFileSync("public/favicon.ico", toIco(png, 32));

// README shows the landing page.
const site = await startSite();
for (const [name, width, height] of [
  ["landing-wide", 1280, 800],
  ["landing-narrow", 390, 844],
] as const) {
  const page = await open(width, height);
  await page.goto(site.url);
  const path = `tests/screenshots/${name}.jpg`;
  await page.screenshot({ path, quality: 80 });
}
await site.stop();
await browser.close();
