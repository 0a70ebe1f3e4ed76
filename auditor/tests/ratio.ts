/**
 * Says how many times as much of the processor as another one a pass takes. They take
 * turns, and the cheapest round of each counts.
 */
export async function ratioOf(
  pass: () => unknown,
  ruler: () => unknown,
): Promise<number> {
  const cheapest = [Infinity, Infinity];
  for (let round = 0; round < 15; round++) {
    for (const [index, run] of [pass, ruler].entries()) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      cheapest[index] = Math.min(cheapest[index] ?? 0, user + system);
    }
  }
  const [one = 0, other = 0] = cheapest;
  return one / other;
}
