import { ESLint } from "eslint";
import { expect, test } from "vitest";

const eslint = new ESLint();

/** What ESLint says of a file with one import. */
async function saidOf(filePath: string, from: string) {
  const [result] = await eslint.lintText(`import "${from}";\n`, { filePath });
  return new Set(result?.messages.map(({ ruleId }) => ruleId));
}

test.each([
  ["app/content/x.ts", "../server/log.server"],
  ["app/content/x.ts", "~/forms/answer"],
  ["app/components/page/x.tsx", "~/data/supabase.server"],
  ["app/client/x.ts", "~/components/form/field"],
  ["app/forms/x.server.ts", "~/server/middleware/page-cache.server"],
  ["app/server/x.server.ts", "~/forms/submit.server"],
  ["app/data/supabase.server.ts", "~/server/toast.server"],
  ["embedded-supabase/x.ts", "~/server/log.server"],
  ["operator/x.ts", "~/content/pages"],
  ["operator/x.ts", "../embedded-supabase/folder"],
  ["tests/http/x.spec.ts", "../../embedded-supabase/folder"],
  ["app/routes/x.tsx", "#supabase"],
  ["app/root.tsx", "remix-toast"],
  ["app/forms/submit.server.ts", "@supabase/supabase-js"],
  ["auditor/report/x.tsx", "../../app/content/pages"],
  ["tests/audit/flows/x.ts", "../../../auditor/screen-reader/rules"],
])("%s may not import %s", async (file, from) => {
  expect(await saidOf(file, from)).toEqual(new Set(["no-restricted-imports"]));
});

test.each([
  ["app/forms/submit.server.ts", "~/server/middleware/page-cache.server"],
  ["app/server/toast.server.ts", "remix-toast"],
  ["app/data/supabase.server.ts", "@supabase/supabase-js"],
  ["tests/audit/x.ts", "auditor"],
  ["operator/x.ts", "#supabase"],
])("%s may import %s", async (file, from) => {
  expect(await saidOf(file, from)).toEqual(new Set());
});
