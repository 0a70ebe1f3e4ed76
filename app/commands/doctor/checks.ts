import type { Env } from "~/services/env-schema.server";
import type { Finding } from "./finding";
import { checkFolder } from "./folder";
import { checkPort } from "./port";
import { checkSite } from "./site";
import { checkSupabase } from "./supabase";

/** Everything beyond the variables themselves, as soon as it is known. */
export async function* checkAll(env: Env): AsyncGenerator<Finding[]> {
  const { isSite, finding } = await checkPort(env);
  yield [finding];
  yield env.supabase
    ? await checkSupabase(env.supabase.url)
    : await checkFolder(env, isSite);
  yield await checkSite(env, isSite);
}
