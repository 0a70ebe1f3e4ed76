import { fileURLToPath } from "node:url";
import { constants } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";
import remixConfig from "./remix.config.js";

/** What never changes is compressed once, as small as it gets. */
const compressed = compression({
  include: /\.(?:js|svg)$/,
  algorithms: [
    defineAlgorithm("brotliCompress", {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
    }),
    defineAlgorithm("gzip", { level: 9 }),
  ],
  logLevel: "silent",
});

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [remix(remixConfig), !isSsrBuild && compressed],
  resolve: {
    alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) },
  },
  // The server's code uses top-level await: it opens its database on start.
  build: { target: "es2022" },
}));
