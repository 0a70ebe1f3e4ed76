import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";
import support from "./app/styles/support.json" with { type: "json" };

/** Compresses immutable files at build time, at the highest level. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, String(name));
    if (!/\.(?:js|svg)$/.test(file)) continue;
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

export default defineConfig({
  plugins: [
    remix({
      ...remixConfig,
      // Remix writes its route manifest last, so no plugin of the client build
      // sees it.
      buildEnd: () => compressFiles("build/client"),
    }),
  ],
  resolve: {
    alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) },
  },
  build: {
    // The server uses top-level await to open its database at start.
    target: "es2022",
    cssTarget: support.browsers.map(({ target, since }) => target + since),
  },
});
