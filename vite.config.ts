import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import type { Plugin } from "vite";
import { inlineScripts, supportedBrowsers } from "./tools/inline-scripts";
import packageJson from "./package.json" with { type: "json" };
import remixConfig from "./remix.config.js";

/** An image is built without Git's folder, and is told the commit. */
function commit(): string {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    const describe = ["describe", "--always", "--dirty", "--exclude=*"];
    const stdio = ["ignore", "pipe", "ignore"] as const;
    return execFileSync("git", describe, {
      encoding: "utf8",
      stdio: [...stdio],
    }).trim();
  } catch {
    return "unknown commit";
  }
}

/** Compresses immutable files at build time, at the highest level. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, String(name));
    if (!/\.(?:css|js|svg)$/.test(file)) continue;
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Modules, the style sheet, Vite's own scripts, and the data of hot updates. */
const vitesUrls = /^\/(?:@|app\/|node_modules\/|__vite|[\w-]+\.data(?:$|\?))/;

/** Puts the site's middleware in front of the development server. */
const siteInDevelopment: Plugin = {
  name: "site-in-development",
  configureServer({ httpServer, middlewares, ssrLoadModule, watcher, ws }) {
    const load = () =>
      ssrLoadModule("/app/entry.server.tsx") as Promise<
        typeof import("./app/entry.server")
      >;
    httpServer?.once("listening", () => {
      void load().then(({ start }) => start());
    });
    // Only the server has views, words and drawings; Vite itself replaces styles.
    watcher.on("change", (file) => {
      if (/\/app\/.+\.(?:tsx?|svg)$/.test(file))
        ws.send({ type: "full-reload" });
    });
    middlewares.use((request, response, next) => {
      const { method, url = "" } = request;
      if (method === "GET" && vitesUrls.test(url)) return next();
      const pass = () => {
        // Remix reads this one.
        request.originalUrl = request.url;
        next();
      };
      load().then(({ handle }) => handle(request, response, pass), next);
    });
  },
};

export default defineConfig({
  plugins: [
    inlineScripts,
    siteInDevelopment,
    remix({
      ...remixConfig,
      // Remix writes its route manifest last, so no plugin of the client build
      // sees it.
      buildEnd: () => compressFiles("build/client"),
    }),
  ],
  define: {
    "import.meta.env.RELEASE": JSON.stringify(
      `${packageJson.version} (${commit()})`,
    ),
  },
  resolve: {
    alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) },
  },
  optimizeDeps: {
    // Discovery also finds what only the server imports, and reloads the page.
    noDiscovery: true,
    include: [
      "react",
      "react/jsx-dev-runtime",
      "react-dom",
      "react-dom/client",
    ],
  },
  // Rollup leaves out what the site does not use of the first two. Node 20 imports
  // no JSON, which the others are.
  ssr: { noExternal: ["remix-toast", "zod", "email-providers", "tlds"] },
  build: {
    target: supportedBrowsers,
    minify: "terser",
    rollupOptions: {
      // Routes without a view have an empty chunk, and zod's comments are no
      // annotations.
      onwarn: (warning, warn) => {
        const expected = ["EMPTY_BUNDLE", "INVALID_ANNOTATION"];
        if (!expected.includes(warning.code ?? "")) warn(warning);
      },
    },
  },
});
