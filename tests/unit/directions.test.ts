import { ESLint } from "eslint";
import { expect, test } from "vitest";

const eslint = new ESLint();

/** What ESLint says of a file with one import. */
async function saidOf(filePath: string, from: string) {
  const [result] = await eslint.lintText(`import "${from}";\n`, { filePath });
  return new Set(result?.messages.map(({ ruleId }) => ruleId));
}

test.each([
  ["app/content/x.ts", "~/server/log.server"],
  ["app/content/x.ts", "../server/log.server"],
  ["app/content/x.ts", "~/forms/answer"],
  ["app/components/page/x.tsx", "~/server/env.server"],
  ["app/components/page/x.tsx", "../../server/env.server"],
  ["app/components/page/x.tsx", "~/data/supabase.server"],
  ["app/client/x.ts", "~/components/form/field"],
  ["app/forms/x.server.ts", "~/server/middleware/page-cache.server"],
  ["app/forms/x.server.ts", "~/server/log.server"],
  ["app/forms/x.server.ts", "~/data/supabase.server"],
  ["app/server/x.server.ts", "~/server/middleware/page-cache.server"],
  ["app/server/x.server.ts", "~/forms/submit.server"],
  ["app/server/x.server.ts", "~/data/supabase.server"],
  ["app/server/toast.server.ts", "~/server/middleware/page-cache.server"],
  ["app/data/supabase.server.ts", "~/forms/answer"],
  ["app/data/supabase.server.ts", "~/server/middleware/page-cache.server"],
  ["app/data/supabase.server.ts", "~/server/toast.server"],
  ["app/embedded-supabase/x.server.ts", "~/server/log.server"],
  ["app/routes/x.tsx", "~/server/middleware/page-cache.server"],
  ["app/routes/x.tsx", "~/embedded-supabase/index.server"],
  ["app/routes/x.tsx", "remix-toast"],
  ["app/forms/submit.server.ts", "@supabase/supabase-js"],
  ["app/root.tsx", "remix-toast"],
  ["tools/auditor/x.ts", "~/content/pages"],
  ["tools/auditor/report/x.tsx", "../../../app/content/pages"],
  ["tools/auditor/x.ts", "../../tests/audit/states"],
  ["tests/audit/x.ts", "../../tools/auditor/results"],
  ["tests/audit/flows/x.ts", "../../../tools/auditor/screen-reader/rules"],
  ["tests/long/x.spec.ts", "../../tools/auditor/programs"],
])("%s may not import %s", async (file, from) => {
  expect(await saidOf(file, from)).toEqual(new Set(["no-restricted-imports"]));
});

test.each([
  ["app/forms/submit.server.ts", "~/server/middleware/page-cache.server"],
  ["app/entry.server.tsx", "~/server/middleware/page-cache.server"],
  ["app/server/toast.server.ts", "remix-toast"],
  ["app/data/supabase.server.ts", "@supabase/supabase-js"],
  ["app/routes/x.tsx", "~/components/page/page"],
  ["app/commands/doctor.ts", "./doctor/main"],
  ["tools/auditor/report/x.tsx", "../site"],
  ["tests/audit/x.ts", "../../tools/auditor"],
  ["tests/unit/auditor/x.ts", "../../../tools/auditor/report/earl"],
])("%s may import %s", async (file, from) => {
  expect(await saidOf(file, from)).toEqual(new Set());
});
