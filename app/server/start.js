// `npm start` passes this file to remix-serve as the build. remix-serve listens
// as soon as the import is done.
import { entry } from "../../build/server/index.js";

await entry.module.start();

export * from "../../build/server/index.js";
