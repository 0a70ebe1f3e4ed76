import type { Mutations } from "./mutation";

export const requests: Mutations = {
  "Every response carries the security headers": [
    {
      file: "app/server/middleware.server.ts",
      from: "  setSecurityHeaders,\n",
      test: "every response",
    },
    {
      file: "app/server/node-server.server.ts",
      from: '{ Connection: "close", ...bareAnswerHeaders }',
      to: '{ Connection: "close" }',
      test: "Node's own",
    },
    {
      file: "app/server/middleware/security-headers.server.ts",
      from: '"Strict-Transport-Security": "max-age=63072000",',
      test: "Observatory",
    },
  ],
  "A post from another site gets a 403": [
    {
      file: "app/server/middleware/decision.server.ts",
      from: 'if (method === "POST" && !isSameOrigin(headers)) return refuse(403);',
      test: "a post from another site",
    },
    {
      file: "app/server/middleware/decision.server.ts",
      from: "if (env.SITE_URL) return origin === env.SITE_URL;",
      test: "if SITE_URL is set",
    },
  ],
  "A body over 128 KiB": [
    {
      file: "app/server/middleware/decision.server.ts",
      from: 'if (Number(headers["content-length"] ?? 0) > maximumBody) return refuse(413);',
    },
    {
      file: "app/server/middleware/decision.server.ts",
      from: 'if (headers["transfer-encoding"] !== undefined) return refuse(411);',
    },
  ],
  "A form with over 24 KiB of text": [
    {
      file: "app/forms/form-body.server.ts",
      from: "isCut || text > maximumText",
      to: "isCut",
      test: "of another kind or length",
    },
    {
      file: "app/forms/form-body.server.ts",
      from: "const maximumFields = 10;",
      to: "const maximumFields = 100;",
      test: "of another kind or length",
    },
    {
      file: "app/forms/form-body.server.ts",
      from: "return refuse(415);",
      to: "return resolve([]);",
    },
    {
      file: "app/forms/form-body.server.ts",
      from: "files: 0,",
      to: "files: 1,",
      test: "an error page in the site's own look",
    },
  ],
  "Every page has one canonical URL": [
    {
      file: "app/server/middleware/decision.server.ts",
      from: "if (known.has(canonical) && path !== canonical) {",
      to: "if (canonical === undefined) {",
      test: "odd URLs and hosts",
    },
    {
      file: "app/server/middleware/decision.server.ts",
      from: "if (!allowed.includes(method)) {",
      to: "if (allowed.length === 0) {",
      test: "unsupported methods",
    },
    {
      file: "app/server/middleware/decision.server.ts",
      from: "if (rawHeaders.length / 2 > maximumHeaders) return refuse(431);",
      test: "refused by its head alone",
    },
  ],
  "No request gets a 5xx": [
    {
      file: "app/forms/schema.server.ts",
      from: "!/[\\0\\uFFFD\\p{Surrogate}]/u.test(value)",
      to: "value !== undefined",
    },
  ],
  "The log has one line of JSON per request": [
    {
      file: "app/server/log.server.ts",
      from: '(URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/)[0] ?? ""))',
      to: "url",
    },
    {
      file: "app/server/middleware.server.ts",
      from: "  logWhenAnswered,\n",
    },
  ],
  "`npm run dev` answers each request": [
    {
      file: "vite.config.ts",
      from: 'if (method === "GET" && vitesUrls.test(url)) return next();',
      to: "if (method) return next();",
      test: "answers each request",
    },
    {
      file: "app/server/middleware/security-headers.server.ts",
      from: "import.meta.env.DEV",
      to: "import.meta.env.NONE",
      test: "stores what both forms send",
    },
    {
      file: "app/root.tsx",
      from: '<script type="module" src="/@vite/client" />',
      test: "shows a changed style sheet",
    },
  ],
};
