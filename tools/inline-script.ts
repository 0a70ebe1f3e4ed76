import path from "node:path";
import { build } from "esbuild";
import type { Plugin } from "vite";

const id = "virtual:inline-script";

/** Bundles and minifies the script that pages with a form contain. */
export const inlineScript: Plugin = {
  name: "inline-script",
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  async load(resolved) {
    if (resolved !== `\0${id}`) return undefined;
    const { outputFiles, metafile } = await build({
      entryPoints: ["app/client/inline.ts"],
      bundle: true,
      minify: true,
      charset: "utf8",
      format: "iife",
      target: "es2022",
      metafile: true,
      write: false,
    });
    for (const file of Object.keys(metafile.inputs)) {
      this.addWatchFile(path.resolve(file));
    }
    // esbuild adds this for strict TypeScript. The code does the same without it.
    const text =
      outputFiles[0]?.text.trim().replace(/^"use strict";/, "") ?? "";
    return `export default ${JSON.stringify(text)}`;
  },
};
