import type { Job } from "../job";
import * as backups from "./backups";
import * as erasing from "./erasing";
import { exports } from "./exports";
import * as lists from "./lists";
import { check, migrations } from "./schema";

/** The jobs, by name. */
export const jobs: Job[] = [
  ...Object.values(backups),
  ...Object.values(erasing),
  ...exports,
  ...Object.values(lists),
  check,
  migrations,
].sort((a, b) => (a.name < b.name ? -1 : 1));
