import { database } from "./database";
import { deployment } from "./deployment";
import { forms } from "./forms";
import { keptData } from "./kept-data";
import { look, weight } from "./look";
import { mail } from "./mail";
import type { Mutations } from "./mutation";
import { processes } from "./process";
import { requests } from "./requests";
import { visitors } from "./visitors";

/** By the sections of docs/promises.md. */
export const mutations: Mutations = {
  ...forms,
  ...requests,
  ...visitors,
  ...database,
  ...keptData,
  ...mail,
  ...processes,
  ...look,
  ...weight,
  ...deployment,
};
