import { readAddress } from "~/forms/address.server";
import { clockProblem } from "../backup/clock";
import { openErasedPeople } from "../backup/erased-people";
import {
  backupFolder,
  backupFolders,
  forgetErasedPeople,
} from "../backup/folder";
import { eraseRows, find } from "../erase";
import type { Job, Terminal } from "../job";
import { print } from "../print";
import { readTables, utc } from "../tables";

export const erasePerson: Job = {
  name: "erase-person",
  description: "Erases everything stored with an e-mail address.",
  parameter: "email",
  options: ["json", "yes"],
  run: async ({ store, terminal, options }, email) => {
    const wanted = readAddress(email);
    if (!/.@./.test(wanted)) {
      throw new Error(
        `This is not an e-mail address: ${JSON.stringify(email)}`,
      );
    }
    const people = openErasedPeople(backupFolder(terminal.env));
    const found = await find(store, (address) => address === wanted);
    // A server that is read-only says so before the person is noted.
    await store.query("delete from public.beta_signups where false");
    const times = found.map(({ created_at }) => Date.parse(created_at ?? ""));
    // The clock may have been ahead when a row was stored.
    const now = Math.max(Date.now(), ...times.filter((time) => time > 0));
    try {
      people.add(wanted, new Date(now));
    } catch (error) {
      throw new Error(
        `Nothing was erased, because ${JSON.stringify(people.file)} cannot be written: ${(error as Error).message}`,
        { cause: error },
      );
    }
    const { rows, untilNight } = await eraseRows(store, found);
    await print(erasedColumns, [rows], terminal, options, " erased");
    const tables = (await readTables(store))
      .filter(({ addresses }) => addresses.length > 0)
      .map(({ name }) => name);
    terminal.stderr.write(
      `Searched for ${wanted} in ${tables.join(", ")}.\nNoted in ${people.file}: restores from backups beside it leave this person out.\n`,
    );
    tellOfFiles(untilNight, terminal);
    return 0;
  },
};

/** A large table is rewritten at night, because visitors wait meanwhile. */
function tellOfFiles(untilNight: string[], { stderr }: Terminal) {
  if (untilNight.length === 0) return;
  stderr.write(
    `The files of DATA_DIR may hold erased rows of ${untilNight.join(", ")} until "erase-old-messages" runs tonight: it rewrites them, and visitors wait about 10 s for a million rows.\n`,
  );
}

const erasedColumns = ["erased_from", "created_at_utc"];

export const eraseAgain: Job = {
  name: "erase-again",
  description:
    "Erases whoever was erased before, after a copy of the folder or Supabase's own backup came back.",
  options: ["yes"],
  run: async ({ store, terminal }) => {
    const lists = backupFolders(terminal.env).map(openErasedPeople);
    const found = await find(store, (email, created_at) =>
      lists.some((list) => list.has(email, created_at)),
    );
    const { rows, untilNight } = await eraseRows(store, found);
    const people = new Set(found.map(({ email }) => email)).size;
    terminal.stderr.write(`${rows.length} rows of ${people} people erased\n`);
    tellOfFiles(untilNight, terminal);
    return 0;
  },
};

export const eraseOldMessages: Job = {
  name: "erase-old-messages",
  description:
    "Erases the contact messages older than one year, as the privacy policy promises.",
  options: ["json", "yes", "clock-is-right"],
  run: async ({ store, terminal, options }) => {
    const old = `from public.contact_messages
       where created_at < now() - interval '1 year'`;
    const found = await store.query(`select ${old} limit 1`);
    const folder = backupFolder(terminal.env);
    const problem =
      !options["clock-is-right"] && (await clockProblem(store, folder));
    if (problem && found.rows.length > 0) throw new Error(problem);
    const { rows } = await store.erase(
      `delete ${old} returning id::text as id, ${utc("created_at")} as created_at_utc`,
      [],
      true,
    );
    await print(["id", "created_at_utc"], [rows], terminal, options, " erased");
    // The job backup does this for an embedded list.
    if (!store.folder && !problem) forgetErasedPeople(folder);
    return 0;
  },
};
