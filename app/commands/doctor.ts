import type { Finding } from "./doctor/finding";
import { checkVariables } from "./doctor/variables";

// Whether the site can run with what is set: one line a check. Stores nothing,
// and tells no secret.

function report(findings: Finding[]): void {
  for (const { ok, name, text } of findings) {
    console.log(`${ok ? "✓" : "✗"} ${name.padEnd(24)} ${text}`);
    if (!ok) process.exitCode = 1;
  }
}

const { env, findings } = checkVariables();
report(findings);
if (env) {
  // What these import ends the process where a variable is wrong.
  const { checkAll } = await import("./doctor/checks");
  for await (const found of checkAll(env)) report(found);
} else {
  console.log("The rest is looked at when every variable is right.");
}
