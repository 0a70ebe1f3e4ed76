import { makeTemplate } from "./template";

// A step of `npm run build`, in a process of its own, because it takes 700 MB of
// memory besides Vite's. Its argument is the folder of the templates.
await makeTemplate(process.argv[2] ?? "");
