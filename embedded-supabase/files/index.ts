// What needs no Postgres: files that survive a power cut, their folders' owner, locks,
// and room on a disk. The site and the operator's commands import `#supabase/files`.

export { askForRoom, DiskFullError, diskProblem, freeSpace } from "./disk";
export { cannot, FolderInUseError, takeFolder } from "./folder";
export type { Log } from "./folder";
export { lockFile } from "./lock";
export { refuseForeignFolder } from "./owner";
export { makeFolder, syncPath, syncTree } from "./sync";
