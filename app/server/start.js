// `npm start` gives this file to remix-serve as the site's build. remix-serve
// listens as soon as it has imported it.
import { entry } from "../../build/server/index.js";

await entry.module.start();

export * from "../../build/server/index.js";
