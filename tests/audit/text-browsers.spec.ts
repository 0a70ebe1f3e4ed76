import { expect } from "playwright/test";
import { test as base } from "../support/fixtures/test";
import { attach, missingOf } from "../../tools/auditor";
import { startSlowNetwork } from "./flows/slow-network";
import { textBrowserFlows } from "./flows/text-browsers";

const test = base.extend<object, { slowUrl: string }>({
  slowUrl: [
    async ({ site }, use) => {
      const network = await startSlowNetwork(site.url);
      await use(network.url);
      network.stop();
    },
    { scope: "worker" },
  ],
});

for (const { program, flow, run } of textBrowserFlows) {
  test(`${program}: ${flow}`, async ({ slowUrl, supabase }, testInfo) => {
    const missing = missingOf([program, "script"]);
    test.skip(missing.length > 0, `not installed: ${missing.join(", ")}`);
    const result = await run(slowUrl, supabase);
    await attach(testInfo, "text-browser", result);
    expect(result.problems).toEqual([]);
  });
}
