import { main } from "./doctor/main";

process.exitCode = await main((line) => console.log(line));
