import type { Tables } from "~/services/supabase.server";
import {
  isAnswered,
  isForbidden,
  isNoTable,
  tryDelete,
  tryInsert,
  tryRead,
  tryUpdate,
} from "./attempts";
import { finding } from "./finding";
import type { Finding } from "./finding";
import { probesOf, rowOf } from "./probes";

type Table = keyof Tables;

const migrate =
  "run the files of supabase/migrations/ in the project's SQL editor, in their order; what has been run may be run again";

/** A Supabase project, as far as a key that may only insert can see it. */
export async function checkSupabase(url: string): Promise<Finding[]> {
  const started = performance.now();
  const first = await tryRead("beta_signups", "email");
  const took = Math.round(performance.now() - started);
  const { status, code, message, reason } = first;

  // PostgREST and Postgres answer by code; the gateway before them does not.
  const isKeyRefused = status === 401 && !isForbidden(first);
  if (!isKeyRefused && !isAnswered(first)) {
    const text = `${url}: ${reason}; set the URL of the project, and see in its dashboard that it runs`;
    return [finding("Supabase answers", false, text)];
  }
  const reached = finding("Supabase answers", true, `in ${took} ms`);
  if (isKeyRefused) {
    const text = `${[code, message].join(" ").trim()}; set SUPABASE_ANON_KEY to this project's anon or publishable key (its settings, API keys)`;
    return [reached, finding("Supabase takes the key", false, text)];
  }
  const taken = finding("Supabase takes the key", true, "yes");
  const tables = await Promise.all(
    (["beta_signups", "contact_messages"] as const).map(checkTable),
  );
  return [reached, taken, ...tables.flat()];
}

async function checkTable(table: Table): Promise<Finding[]> {
  const inserts = await Promise.all(
    probesOf(table).map(async (probe) => ({
      probe,
      answer: await tryInsert(table, probe),
    })),
  );
  const answers = inserts.map(({ answer }) => answer);
  if (answers.some(isNoTable)) {
    return [finding(`${table} table`, false, `is not there; ${migrate}`)];
  }
  const unknown = answers.find((answer) => !isAnswered(answer));
  if (unknown) return [finding(`${table} table`, false, unknown.reason)];

  const lacking = inserts
    .filter(({ probe, answer }) => !probe.isShownBy(answer))
    .map(({ probe }) => probe.of);
  const mayInsert = inserts.some(
    ({ probe, answer }) => probe.isOfGranted && !isForbidden(answer),
  );
  const current = !mayInsert
    ? finding(`${table} table`, true, "is there; more is seen by inserts alone")
    : lacking.length > 0
      ? finding(
          `${table} table`,
          false,
          `lacks ${lacking.join(", ")}; ${migrate}`,
        )
      : finding(
          `${table} table`,
          true,
          "has of the migrations all that a key for inserts can see",
        );
  return [current, await checkRights(table, mayInsert)];
}

async function checkRights(table: Table, mayInsert: boolean): Promise<Finding> {
  const columns = [...Object.keys(rowOf[table]()), "created_at"];
  const attempts = [
    ["read", await Promise.all(columns.map((name) => tryRead(table, name)))],
    ["change", [await tryUpdate(table)]],
    ["delete", [await tryDelete(table)]],
  ] as const;
  const wrong = mayInsert ? [] : ["may not insert"];
  for (const [verb, answers] of attempts) {
    const unknown = answers.find((answer) => !isAnswered(answer));
    if (unknown) return finding(`${table} rights`, false, unknown.reason);
    if (!answers.every(isForbidden)) wrong.push(`may ${verb}`);
  }
  return wrong.length === 0
    ? finding(
        `${table} rights`,
        true,
        "the key may insert, and may not read, change or delete",
      )
    : finding(
        `${table} rights`,
        false,
        `the key ${wrong.join(", ")}; set SUPABASE_ANON_KEY to the anon or publishable key; where it is that, ${migrate}`,
      );
}
