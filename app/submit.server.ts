import { data } from "@remix-run/node";
import type { ActionFunctionArgs } from "@remix-run/node";
import { insert } from "~/database/insert.server";
import { clean } from "~/forms/address.server";
import {
  answerOf,
  readIdempotencyKey,
  statuses,
  textOf,
  withSuggestion,
} from "~/forms/answer";
import type { Answer } from "~/forms/answer";
import type { FormDefinition } from "~/forms/definition";
import { parserOf, readForm } from "~/forms/parse.server";
import { mailToTeam } from "~/mail/team-mail.server";
import { log } from "~/server/log.server";
import { markKeyUsed } from "~/server/middleware/page-cache.server";
import { redirectWithToast } from "~/server/middleware/toast.server";

/** Makes the action of a form's route. */
export function actionFor(form: FormDefinition) {
  const parse = parserOf(form);
  return async ({ request }: ActionFunctionArgs) => {
    const fields = withSuggestion(form, await readForm(form, request));

    // A cookie cannot hold the input, and a failure must not need cookies.
    const refuse = (answer: Answer) =>
      data(answer, { status: statuses[answer.outcome] });

    const parsed = parse(fields);
    if (!parsed.ok) {
      const { answer, reason } = parsed;
      if (reason) log("warn", "Form refused", { form: form.name, reason });
      return refuse(answer);
    }
    const idempotencyKey = readIdempotencyKey(fields);
    const outcome = await insert(form, parsed.row, idempotencyKey);
    // A repeat is not mailed again.
    if (outcome === "stored" && form.mailsTeam) mailToTeam(form, parsed.row);
    if (outcome === "stored" || outcome === "repeated") {
      markKeyUsed(idempotencyKey);
      const { stored, storedFor } = form.toasts;
      const toast = storedFor?.(clean(textOf(fields, "email"))) ?? stored;
      return redirectWithToast(form.path, toast);
    }
    const name = outcome === "failed" ? "" : outcome.duplicate;
    const duplicate = form.fields[name]?.duplicate;
    if (duplicate) {
      const errors = { [name]: duplicate.text };
      const more = { outcome: "duplicate", errors } as const;
      return refuse(answerOf(form, fields, duplicate, more));
    }
    return refuse(
      answerOf(form, fields, form.toasts.failed, { outcome: "failed" }),
    );
  };
}
