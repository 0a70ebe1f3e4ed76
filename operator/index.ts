// The only door: tests of the site import `#operator`.

export { main as doctor } from "./doctor/main";
export { eraseRows, find } from "./waitlist/erase";
export { main as waitlist } from "./waitlist/main";
export type { Terminal } from "./waitlist/job";
export { readTables } from "./waitlist/tables";
