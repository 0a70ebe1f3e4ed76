import { main } from "./doctor/main";

// A reader such as head(1) stops early.
process.stdout.on("error", () => process.exit());

process.exitCode = await main((line) => console.log(line));
