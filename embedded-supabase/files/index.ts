// Files that survive a power cut, their folders' owner, locks, and room on a
// disk. The operator's commands import `#supabase/files`, which is this file.

export { lockFile } from "./lock";
export { refuseForeignFolder } from "./owner";
export { freeSpace, lackOf } from "./space";
export type { Lack } from "./space";
export { makeFolder, syncPath, syncTree } from "./sync";
