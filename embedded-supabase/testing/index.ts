// Tests of every folder import `#supabase/testing`, which is this file.

export { makeCertificate, withoutOpenssl } from "./certificate";
export { databaseFolder, temporaryFolder } from "./folders";
export { openOwnSupabase } from "./own-supabase";
export { startPostgres } from "./postgres";
export {
  answers,
  freePort,
  isInstalled,
  missingOf,
  runProgram,
  startProgram,
} from "./program";
export type { Ended } from "./program";
export { insertRow } from "./rows";
export { smallDisk } from "./small-disk";
