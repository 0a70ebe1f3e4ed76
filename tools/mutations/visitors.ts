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
      from: "const sent = env.CLIENT_IP_HEADER && headers[env.CLIENT_IP_HEADER];",
      to: 'const sent = "";',
      test: "behind a trusted proxy",
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
};
