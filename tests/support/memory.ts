import { expect } from "playwright/test";
import type { TestSite } from "./site";

/** Settings of a site whose memory is to be asked for. */
export const measured = {
  NODE_OPTIONS:
    "--expose-gc --import ./tests/support/programs/memory-on-signal.js",
};

/** In MiB, without garbage. */
export async function memoryOf(site: TestSite): Promise<number> {
  const before = site.output().length;
  const said = () => /In use: (\d+) MiB/.exec(site.output().slice(before));
  process.kill(site.pid ?? 0, "SIGUSR2");
  await expect.poll(said).not.toBeNull();
  return Number(said()?.[1]);
}
