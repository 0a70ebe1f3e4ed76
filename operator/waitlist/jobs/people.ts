import { forms } from "~/forms/forms";
import { isAddress, readAddress } from "~/forms/address.server";
import { openErasedPeople } from "../backup/erased-people";
import { backupFolder } from "../backup/folder";
import { eraseRows, find, mailboxOf } from "../erase";
import type { Context, Job, Terminal } from "../job";
import { print, printTable } from "../print";
import type { Store } from "../store";
import { idType, readTables, toShown, utc } from "../tables";
import type { Row, StoredAddress } from "../tables";

/** @throws Error for what no form would have stored */
function readPerson(text: string): string {
  const address = readAddress(text);
  if (/.@./.test(address)) return address;
  throw new Error(`This is not an e-mail address: ${JSON.stringify(text)}`);
}

/** Finds people's rows, and says how many other addresses are probably theirs. */
async function findPeople(
  { store, terminal, options: { aliases } }: Context,
  words: string[],
) {
  const wanted = words.map(readPerson);
  const mailboxes = new Set(wanted.map(mailboxOf));
  const near = await find(store, (email) => mailboxes.has(mailboxOf(email)));
  const found = near.filter(({ email }) => aliases || wanted.includes(email));
  const emails = new Set([...wanted, ...found.map(({ email }) => email)]);
  const others = new Set(near.map(({ email }) => email));
  for (const email of emails) others.delete(email);
  if (others.size > 0) {
    terminal.stderr.write(
      `Other addresses that probably belong to the same mailbox: ${others.size}. --aliases takes them, too.\n`,
    );
  }
  const tables = (await readTables(store))
    .filter(({ addresses }) => addresses.length > 0)
    .map(({ name }) => name);
  const searched = `Searched for ${wanted.join(", ")} in ${tables.join(", ")}.\n`;
  return { found, emails: [...emails], searched };
}

export const person: Job = {
  name: "person",
  description:
    "Shows everything stored with an e-mail address, for whoever asks what it is.",
  parameters: "email...",
  options: ["json", "raw", "all", "aliases"],
  run: async (context, words) => {
    const { terminal, options } = context;
    const { found, searched } = await findPeople(context, words);
    if (found.length === 0) await print(["table"], [], terminal, options);
    for (const table of new Set(found.map(({ table }) => table))) {
      const shown = [
        { sql: `'${table.name}'`, as: "table" },
        ...table.columns.map(({ name, type }) => toShown(name, type)),
      ];
      const own = found.filter((row) => row.table === table);
      const filter = {
        sql: `t.id = any ($1::${idType(table)}[])`,
        parameters: [own.map(({ id }) => id)],
      };
      await printTable(context, table, shown, filter, ` of ${table.name}`);
    }
    terminal.stderr.write(searched);
  },
};

/** @throws Error if the list of erased people cannot be written */
async function note(
  { store, terminal }: Context,
  emails: string[],
  found: StoredAddress[],
  nothing: string,
) {
  // A server that is read-only says so before anybody is noted.
  await store.query("delete from public.beta_signups where false");
  const people = openErasedPeople(backupFolder(terminal.env));
  const times = found.map(({ created_at }) => Date.parse(created_at ?? ""));
  // A server's clock may be ahead of this one.
  const now = Math.max(Date.now(), ...times.filter((time) => time > 0));
  try {
    people.add(emails, new Date(now));
  } catch (error) {
    throw new Error(
      `${nothing}, because ${JSON.stringify(people.file)} cannot be written: ${(error as Error).message}`,
      { cause: error },
    );
  }
  return people.file;
}

/** Says by when nothing of it is left in the files. */
function tellOfFiles({ folder }: Store, { stderr }: Terminal, what: string) {
  if (!folder) return;
  stderr.write(
    `The files of DATA_DIR may hold ${what} until "erase-old-messages" rewrites them tonight, or the next start.\n`,
  );
}

export const erasePerson: Job = {
  name: "erase-person",
  description: "Erases everything stored with an e-mail address.",
  parameters: "email...",
  options: ["json", "yes", "aliases"],
  asks: true,
  run: async (context, words) => {
    const { store, terminal, options } = context;
    const { found, emails, searched } = await findPeople(context, words);
    const file = await note(context, emails, found, "Nothing was erased");
    const { rows } = await eraseRows(store, found);
    const columns = ["erased_from", "created_at_utc"];
    await print(columns, [rows], terminal, options, " erased");
    terminal.stderr.write(
      `${searched}Noted in ${file}: restores from backups beside it leave this person out.\n`,
    );
    if (rows.length > 0) tellOfFiles(store, terminal, "the erased rows");
  },
};

export const correct: Job = {
  name: "correct",
  description:
    "Puts the right address in place of a wrong one; ids, times and texts stay.",
  parameters: "old new",
  options: ["json"],
  run: async (context, [old = "", corrected = ""]) => {
    const { store, terminal, options } = context;
    const [wrong, right] = [readPerson(old), readAddress(corrected)];
    if (!isAddress(right)) {
      throw new Error(
        `This is not an e-mail address: ${JSON.stringify(corrected)}`,
      );
    }
    if (wrong === right)
      throw new Error(`Both are ${right}: nothing was changed.`);
    const near = await find(store, (email) => [wrong, right].includes(email));
    const found = near.filter(({ email }) => email === wrong);
    if (found.length === 0) throw new Error(`Nothing is stored with ${wrong}.`);
    const isTaken = near.some(
      (row) =>
        row.email !== wrong &&
        isUnique(row) &&
        found.some(({ table }) => table === row.table),
    );
    if (isTaken) {
      throw new Error(
        `${right} is on the list already, so nothing was changed: "erase-person" takes ${wrong} off it.`,
      );
    }
    const people = openErasedPeople(backupFolder(terminal.env));
    if (found.some(({ created_at }) => people.has(right, created_at))) {
      throw new Error(
        `${right} was erased, or corrected, after this was stored, so restores would leave it out. Nothing was changed: let them sign up again.`,
      );
    }
    const file = await note(context, [wrong], found, "Nothing was changed");
    const rows: Row[] = [];
    for (const { table, column, id } of found) {
      const changed = await store.erase(
        `update public."${table.name}" set "${column}" = $1
         where id = $2::${idType(table)}
         returning '${table.name}' as table, id::text as id, "${column}"::text as email, ${utc("created_at")} as created_at_utc`,
        [right, id],
      );
      rows.push(...changed.rows);
    }
    const columns = ["table", "id", "email", "created_at_utc"];
    await print(columns, [rows], terminal, options, " corrected");
    terminal.stderr.write(
      `Noted in ${file}: restores leave ${wrong} out. The next backup has the corrected rows.\n`,
    );
    tellOfFiles(store, terminal, "the wrong address");
  },
};

/** Whether the form takes an address only once. */
const isUnique = ({ table, column }: StoredAddress) =>
  forms.some(
    (form) => form.table === table.name && form.fields[column]?.duplicate,
  );
