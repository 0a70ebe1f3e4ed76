import { lstatSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Another user who can write into the folder could read every address through
 * a link, or answer an operator's jobs in the site's place. Windows has neither
 * user ids nor such modes.
 *
 * @throws Error with one line that says what to do
 */
export function refuseForeignFolder(dataDir: string): void {
  const user = process.getuid?.();
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (user === undefined || !folder?.isDirectory()) return;

  const refuse = (reason: string) => {
    throw new Error(`DATA_DIR ${JSON.stringify(dataDir)} ${reason}`);
  };
  if (folder.uid !== user) {
    refuse(
      `belongs to another user (uid ${folder.uid}); run this as that one, or set DATA_DIR to a folder of this user.`,
    );
  }
  if (folder.mode & 0o022) {
    const mode = (folder.mode & 0o777).toString(8).padStart(4, "0");
    refuse(
      `may be written by other users (mode ${mode}); take that right away with chmod 700, and check what they left in it.`,
    );
  }
  // Its own path may be a link, and an entry is from before the mode was right.
  const inside = readdirSync(dataDir).map((name) => path.join(dataDir, name));
  for (const file of [dataDir, ...inside]) {
    // The site may have removed it just now.
    const owner: number =
      lstatSync(file, { throwIfNoEntry: false })?.uid ?? user;
    // Root needs no trick. A volume's lost+found is root's.
    if (owner === user || owner === 0) continue;
    refuse(
      `is not safe: ${JSON.stringify(file)} was put there by another user (uid ${owner}); remove it, or set DATA_DIR to another folder.`,
    );
  }
}
