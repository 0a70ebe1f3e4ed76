import { data } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import { insert } from "~/data/supabase.server";
import { leaveEmpty, tooManyAttempts } from "~/forms/answer";
import type { Failure } from "~/forms/answer";
import {
  failureOf,
  honeypotFilled,
  readIdempotencyKey,
} from "~/forms/definition";
import type { FieldDefinition, FormDefinition } from "~/forms/definition";
import { parserOf, readForm } from "~/forms/parse.server";
import { mailToTeam } from "~/mail/team-mail.server";
import { countStored } from "~/server/middleware/rate-limit.server";
import { log } from "~/server/log.server";
import { expireKey } from "~/server/middleware/page-cache.server";
import { redirectWithToast } from "~/server/toast.server";
import { currentVisit } from "~/server/visit.server";

/** Passes on Retry-After, which Remix drops by default. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) =>
  actionHeaders;

/** Makes the action of a form's route. */
export function actionFor<Definitions extends Record<string, FieldDefinition>>(
  form: FormDefinition<Definitions>,
) {
  const parse = parserOf(form);
  return async ({ request }: ActionFunctionArgs) => {
    const retryAfter = currentVisit()?.retryAfter;
    const fields = await readForm(request);

    // A cookie cannot hold the input, and a failure must not need cookies.
    const answer = (failure: Failure, headers: HeadersInit = {}) =>
      data(failure, { status: failure.status, headers });
    const answerTooMany = (seconds: number) =>
      answer(failureOf(form, fields, tooManyAttempts, 429), {
        "Retry-After": String(seconds),
      });

    if (retryAfter) return answerTooMany(retryAfter);
    if (honeypotFilled(fields)) {
      log("info", "Honeypot filled", { form: form.name });
      // A robot takes 200 for success; a person reads the toast.
      return answer(failureOf(form, fields, leaveEmpty, 200));
    }
    const parsed = parse(fields);
    if (!parsed.ok) {
      const { failure, reason } = parsed;
      if (reason) log("warn", "Form refused", { form: form.name, reason });
      return answer(failure);
    }
    const quotaWait = countStored(parsed.row);
    if (quotaWait !== undefined) return answerTooMany(quotaWait);
    const idempotencyKey = readIdempotencyKey(fields);
    const outcome = await insert(form, parsed.row, idempotencyKey);
    // A repeat is not mailed again.
    if (outcome === "stored" && form.mailsTeam) mailToTeam(form, parsed.row);
    if (outcome === "stored" || outcome === "repeated") {
      expireKey(idempotencyKey);
      const stored = form.toasts.storedFor?.(fields) ?? form.toasts.stored;
      return redirectWithToast(form.path, stored);
    }
    const [name = "", { duplicate } = {}] =
      Object.entries(form.fields).find(([, field]) => field.duplicate) ?? [];
    if (outcome === "duplicate" && duplicate) {
      const errors = { [name]: duplicate.text };
      return answer(failureOf(form, fields, duplicate, 409, errors));
    }
    return answer(failureOf(form, fields, form.toasts.failed, 503));
  };
}
