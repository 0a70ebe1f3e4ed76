import { audit } from "./audit";
import { database } from "./database";
import { deployment } from "./deployment";
import { forms } from "./forms";
import { keptData } from "./kept-data";
import { look, weight } from "./look";
import { mail } from "./mail";
import { operator } from "./operator";
import { processes } from "./process";
import { requests } from "./requests";
import { visitors } from "./visitors";

/** Mostly by the sections of docs/promises.md. */
export const mutations = [
  ...[forms, audit, requests, visitors, database, keptData],
  ...[mail, operator, processes, look, weight, deployment],
].flatMap((section) => Object.entries(section));
