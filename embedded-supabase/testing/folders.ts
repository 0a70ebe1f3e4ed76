import { constants, cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const temporaryFolder = () =>
  mkdtempSync(path.join(tmpdir(), "kandi-test-"));

/**
 * Copies the run's database into a folder. Without one the folder stays empty,
 * and opening it creates the database.
 */
export function databaseFolder(folder = temporaryFolder()) {
  const template = process.env.KANDI_DATABASE_TEMPLATE;
  const mode = constants.COPYFILE_FICLONE;
  if (template) cpSync(template, folder, { recursive: true, mode });
  return folder;
}
