/** Prints one line. A problem names its fix and makes the exit status 1. */
export function report(name: string, problem: string | false, fine: string) {
  console.log(`${problem ? "✗" : "✓"} ${name.padEnd(24)} ${problem || fine}`);
  if (problem) process.exitCode = 1;
}
