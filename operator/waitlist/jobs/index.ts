import type { Job } from "../job";
import { backup, restore } from "./backups";
import { eraseAgain, eraseOldMessages } from "./erasing";
import { exports } from "./exports";
import { doubtful, signups, stats } from "./lists";
import { answered, deleteMessages, unanswered } from "./messages";
import { correct, erasePerson, person } from "./people";
import { check, migrations } from "./schema";

/** The jobs, by name. */
export const jobs: Job[] = [
  answered,
  backup,
  check,
  correct,
  deleteMessages,
  doubtful,
  eraseAgain,
  eraseOldMessages,
  erasePerson,
  ...exports,
  migrations,
  person,
  restore,
  signups,
  stats,
  unanswered,
];
