import path from "node:path";
import { build } from "esbuild";
import { minify } from "terser";
import type { Plugin } from "vite";
import support from "../app/styles/support.json" with { type: "json" };

/** What scripts and style sheets are built for. */
export const supportedBrowsers = support.browsers.map(
  ({ target, since }) => target + since,
);

const prefix = "virtual:inline/";

/** Bundles and minifies a file of app/client that pages contain, without its exports. */
export const inlineScripts: Plugin = {
  name: "inline-scripts",
  resolveId: (source) =>
    source.startsWith(prefix) ? `\0${source}` : undefined,
  async load(resolved) {
    if (!resolved.startsWith(`\0${prefix}`)) return undefined;
    const name = resolved.slice(prefix.length + 1);
    const { outputFiles, metafile } = await build({
      entryPoints: [`app/client/${name}.ts`],
      bundle: true,
      charset: "utf8",
      format: "iife",
      target: supportedBrowsers,
      // Before 91, Chrome fails only with an argument that follows a spread one:
      // https://github.com/evanw/esbuild/issues/1559.
      supported: { "optional-chain": true },
      metafile: true,
      write: false,
    });
    for (const file of Object.keys(metafile.inputs)) {
      this.addWatchFile(path.resolve(file));
    }
    // esbuild adds this for strict TypeScript. The code does the same without it.
    const script = outputFiles[0]?.text.replace('"use strict";', "") ?? "";
    // It makes the scripts 3 % smaller than esbuild does.
    const { code = "" } = await minify(script, {
      ecma: 2020,
      toplevel: true,
      compress: { passes: 3 },
    });
    return `export default ${JSON.stringify(code)}`;
  },
};
