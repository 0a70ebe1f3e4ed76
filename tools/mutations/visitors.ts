import type { Mutations } from "./mutation";

export const visitors: Mutations = {
  "`RATE_LIMIT_PER_MINUTE` applies to each address": [
    {
      file: "app/forms/submit.server.ts",
      from: "if (retryAfter !== undefined) return refuseForNow(retryAfter);",
      test: "posts over the limit",
    },
    {
      file: "app/server/middleware/client-address.server.ts",
      from: "const sent = env.CLIENT_IP_HEADER && headers[env.CLIENT_IP_HEADER];",
      to: 'const sent = headers["x-forwarded-for"];',
      test: "posts over the limit",
    },
    {
      file: "app/server/middleware/client-address.server.ts",
      from: ".slice(0, 4)",
      test: "counts as",
    },
  ],
  "The amount of text that one address can store": [
    {
      file: "app/forms/submit.server.ts",
      from: "if (quotaWait !== undefined) return refuseForNow(quotaWait);",
    },
  ],
  "A toast costs a render": [
    { file: "app/server/middleware.server.ts", from: "  limitToasts,\n" },
  ],
  "A connection has two open requests at most": [
    {
      file: "app/server/node-server.server.ts",
      from: "const maximumPipelined = 2;",
      to: "const maximumPipelined = 2000;",
    },
  ],
  "A form with a filled honeypot field": [
    {
      file: "app/forms/submit.server.ts",
      from: "if (honeypotFilled(fields)) {",
      to: "if (fields === undefined) {",
    },
  ],
  "While one address is over its limit": [
    {
      file: "app/forms/form-body.server.ts",
      from: "const maximumText = 24 * 1024;",
      to: "const maximumText = 24 * 1024 * 1024;",
    },
  ],
  "A client that takes longer than 16 s": [
    {
      file: "app/server/node-server.server.ts",
      from: "const requestTimeoutMs = 16_000;",
      to: "const requestTimeoutMs = 26_000;",
      test: "a slow sender",
    },
    {
      file: "app/server/node-server.server.ts",
      from: "const readTimeoutMs = 16_000;",
      to: "const readTimeoutMs = 160_000;",
      test: "reads no response",
    },
  ],
  "Behind `deploy/nginx.conf`, every visitor is answered": [
    {
      file: "deploy/nginx.conf",
      from: "limit_conn senders 100;",
      test: "leave every visitor answered",
    },
    {
      file: "deploy/nginx.conf",
      from: "limit_conn requests 1000;",
      test: "HTTP/2 requests",
    },
    {
      file: "deploy/nginx.conf",
      from: "limit_conn senders 100;",
      to: "limit_conn senders 10;",
      test: "90 who post at once",
    },
  ],
  "Behind `deploy/nftables.conf`": [
    {
      file: "deploy/nftables.conf",
      from: "{ ip saddr ct count over 2000 }",
      to: "{ ip saddr ct count over 4000 }",
    },
  ],
  "A 404 costs no more than a page": [
    {
      file: "app/server/middleware/page-cache.server.ts",
      from: "...Object.keys(errorPages).map((status) => errorPath(Number(status))),",
    },
  ],
  "No odd request takes a server out": [
    {
      file: "app/server/middleware/decision.server.ts",
      from: "location: canonical };",
      to: "location: canonical + query };",
    },
  ],
};
