import { main } from "./doctor/main";
import { runCommand, write } from "./output";

const usage =
  "npm run doctor checks the settings and what they lead to, prints a line for each, and exits with 1 if one is wrong. It takes no options: it reads the environment and .env.";

await runCommand(async (output) => {
  const print = (line: string) => write(output, `${line}\n`);
  const [, , option] = process.argv;
  if (option === undefined) return main(print);
  await print(usage);
  return option === "--help" ? 0 : 1;
});
