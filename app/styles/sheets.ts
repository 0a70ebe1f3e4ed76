import { paths } from "~/content/site";
import inner from "~/styles/inner.css?inline";
import keepsake from "~/styles/keepsake.css?inline";
import landing from "~/styles/landing.css?inline";

/** Each page contains one of the first two; the landing page may add the last. */
export const sheets = { landing, inner, keepsake };

/** @param path undefined for an error page */
export const sheetFor = (path: string | undefined) =>
  path === paths.landing ? "landing" : "inner";
