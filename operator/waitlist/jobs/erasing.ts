import { openErasedPeople } from "../backup/erased-people";
import {
  backupFolder,
  backupFolders,
  forgetErasedPeople,
} from "../backup/folder";
import { eraseRows, find } from "../erase";
import type { Job } from "../job";
import { print } from "../print";
import { utc } from "../tables";

export const eraseAgain: Job = {
  name: "erase-again",
  description:
    "Erases whoever was erased before, after a copy of the folder or Supabase's own backup came back.",
  options: ["yes"],
  asks: true,
  run: async ({ store, terminal }) => {
    const lists = backupFolders(terminal.env).map(openErasedPeople);
    const found = await find(store, (email, created_at) =>
      lists.some((list) => list.has(email, created_at)),
    );
    const { rows } = await eraseRows(store, found);
    const people = new Set(found.map(({ email }) => email)).size;
    terminal.stderr.write(`${rows.length} rows of ${people} people erased\n`);
    await store.rewrite();
  },
};

/** The nightly job: visitors wait while the files are rewritten. */
export const eraseOldMessages: Job = {
  name: "erase-old-messages",
  description:
    "Erases the contact messages older than one year, as the privacy policy promises, and wipes all that was erased from the files.",
  options: ["json", "yes"],
  asks: true,
  run: async ({ store, terminal, options }) => {
    const { rows } = await store.erase(
      `delete from public.contact_messages
       where created_at < now() - interval '1 year'
       returning id::text as id, ${utc("created_at")} as created_at_utc`,
    );
    await print(["id", "created_at_utc"], [rows], terminal, options, " erased");
    await store.rewrite();
    // The job backup does this for an embedded list.
    if (!store.folder) forgetErasedPeople(backupFolder(terminal.env));
  },
};
