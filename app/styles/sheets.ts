import { paths } from "~/content/constants";
import inner from "~/styles/inner.css?inline";
import landing from "~/styles/landing.css?inline";
import plain from "~/styles/plain.css?inline";

/** The URL of a file, which a keepsake links. */
export { default as keepsakeSheet } from "~/styles/keepsake.css?url";

/** Paper, and browsers older than those in support.json, get the page as its words. */
const onScreens = (css: string) =>
  `@media screen{@supports (selector(:focus-visible) and (inset: 0)){${css}}}`;

/** Each page contains one of these. */
export const sheets = {
  landing: plain + onScreens(landing),
  inner: plain + onScreens(inner),
};

/** @param path undefined for an error page */
export const sheetFor = (path: string | undefined) =>
  path === paths.landing ? "landing" : "inner";
