import { hero } from "~/content/landing";
import { pages as names } from "~/content/pages";
import { plur, productName } from "~/content/site";
import { all, count, every, inOrder, part } from "./html";
import * as site from "./site";

const { landing, contact, support, privacy, terms, pages, rendered } = site;

const bracelet = part(landing, /<svg class="draw bracelet.*?<\/svg>/s);

const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, text = ""]) => [site.textOf(text), href] as const,
  );

const allTheSame = (parts: string[]) =>
  new Set(parts.map((html) => html.replace(' aria-current="page"', "")))
    .size === 1;

/** What is true of the pages' HTML. */
export const structure = {
  "drawings and letter beads are hidden from screen readers": () =>
    every(rendered, /<svg[^>]*>/g, /aria-hidden="true"/) &&
    every(rendered, /<span class="letters[^>]*>/g, /aria-hidden="true"/),
  "PLUR on the bracelet is drawn as paths": () =>
    count(bracelet, /<path /g) === "PLUR".length &&
    !/<text|<title|<desc/.test(bracelet),
  "each step has a drawing next to it": () =>
    count(landing, /<li><div data-svg="[\w-]+"><svg class="draw"/g) === 4,
  "each page has one h1, in whole words": () =>
    pages.every((html) => count(html, /<h1/g) === 1) &&
    every(pages, /<h1.*?<\/h1>/gs, />[A-Z][a-z]+[^<]*</),
  "the tagline is no heading": () =>
    landing.includes(`<p class="poster">${hero.tagline}</p>`),
  "features, steps, cards and safety points are lists": () =>
    count(landing, /<ol/g) === 1 &&
    count(landing, /<ul class="lineup/g) === 1 &&
    count(support, /<ul class="(?:cards|beaded)/g) === 4,
  "each number is next to what it counts": () =>
    every([landing, contact], /<dl.*?<\/dl>/gs, /<dt>.*<dd/s),
  "a question is a summary, and its answer follows it": () =>
    every([contact, support], /<details.*?<\/details>/gs, /<summary>.+<p>/s),
  "the landmarks are banner, Main, main, Footer and content info": () =>
    pages.every((html) =>
      inOrder(html, "<header", 'aria-label="Main"', "<main", "<footer"),
    ) &&
    pages.every((html) => count(html, /<(?:header|main|footer)\b/g) === 3) &&
    pages.every((html) => count(html, /<nav aria-label="/g) === 2),
  "the first region of / is named by its h1": () =>
    /<main[^>]*><section aria-labelledby="(\w+)">.*?<h1 id="\1"/s.test(landing),
  "each title ends with the product's name": () =>
    Object.values(names).every(({ title }) => title.includes(productName)),
  "header and footer are the same on every page": () =>
    allTheSame(pages.map((html) => part(html, /<header.*?<\/header>/s))) &&
    allTheSame(pages.map((html) => part(html, /<footer.*?<\/footer>/s))),
  "every page links to every other": () =>
    pages.every((html) =>
      Object.values(names).every(({ path }) =>
        links(html).some(([, href]) => href === path),
      ),
    ),
  "links with the same words lead to the same place": () =>
    [support, contact].every((html) => {
      const own = links(part(html, /<main.*<\/main>/s));
      const words = new Set(own.map(([text]) => text.trim()));
      return words.size === new Set(own.map(String)).size;
    }),
  "mail addresses in legal texts are part of a sentence": () =>
    every(
      [privacy, terms],
      /<p>[^<]*<a href="mailto:(?:[^<]|<wbr\/>)*<\/a>[^<]*<\/p>/g,
      /<p>\w[^<]{10,}/,
    ),
  "each section has a heading": () =>
    every(pages.slice(0, -1), /<section.*?<\/section>/gs, /<h[12]/),
  "legal texts say how to leave and how to have data erased": () =>
    [privacy, terms].every((html) => /erase/.test(html)) &&
    /leave.{0,200}mailto:/s.test(terms),
  "a text that points to the foot of a page names what is there": () =>
    /privacy policy[^.]*\.[^.]*at the foot of every page/.test(terms),
  "what PLUR stands for is written on /": () => landing.includes(plur),
  "there is no audio, video, picture or frame": () =>
    !all(rendered, /<(?:audio|video|img|picture|canvas|object|iframe|embed)\b/g)
      .length,
  "no drawing holds text or a picture": () =>
    !all(rendered, /<svg.*?<\/svg>/gs).some((svg) =>
      /<text|<image|<foreignObject/.test(svg),
    ),
  "there is no title attribute": () =>
    !rendered.some((html) => /<[^>]* title=/.test(html)),
  "there is no password and no puzzle": () =>
    !rendered.some((html) => /type="password"|captcha/i.test(html)),
  "no part of a page is in another language": () =>
    !rendered.some((html) => html.includes(" lang=")) &&
    site.script.includes('<html lang="en">'),
} satisfies Record<string, () => boolean>;
