/** Ends a start that cannot succeed, with one line instead of a stack trace. */
export function stop(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
