import { data } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import { insert } from "~/data/supabase.server";
import type { Tables } from "~/data/supabase.server";
import { leaveEmpty, tooManyAttempts } from "~/forms/answer";
import type { Failure, Toast } from "~/forms/answer";
import { honeypotFilled, readIdempotencyKey } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { readForm } from "~/forms/form-body.server";
import { addressHeader } from "~/server/middleware/client-address.server";
import { log } from "~/server/log.server";
import { renewPages } from "~/server/middleware/page-cache.server";
import {
  countAttempt,
  countStored,
} from "~/server/middleware/rate-limit.server";
import { redirectWithToast } from "~/server/toast.server";

/** What a form accepts, where that is stored, and how it answers. */
export interface FormDefinition<Table extends keyof Tables> {
  /** The form's name in the log. */
  name: string;
  /** The path of the form's page. */
  path: string;
  table: Table;
  parse: (fields: Fields) => Parsed<Table>;
  /** Called once for each stored row, never for a repeat. */
  onStored?: (row: Tables[Table]) => void;
  /** Makes a failure that returns the input. */
  failure: (fields: Fields, toast: Toast, status: Failure["status"]) => Failure;
  toasts: {
    stored: (fields: Fields) => Toast;
    /** Absent if the form's table allows duplicates. */
    duplicate?: Toast;
    failed: Toast;
  };
}

export type Parsed<Table extends keyof Tables> =
  | { ok: true; row: Tables[Table] }
  /** `reason` is logged, so it contains no input. */
  | { ok: false; failure: Failure; reason?: string };

/** Passes on Retry-After, which Remix drops by default. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) =>
  actionHeaders;

/** Makes the action of a form's route. */
export const actionFor =
  <Table extends keyof Tables>(form: FormDefinition<Table>) =>
  async ({ request }: ActionFunctionArgs) => {
    // A post counts before its body is read.
    const address = request.headers.get(addressHeader);
    const retryAfter = countAttempt("post", address);
    const fields = await readForm(request);

    // A cookie cannot hold the input, and a failure must not need cookies.
    const refuse = (failure: Failure, headers: HeadersInit = {}) =>
      data(failure, { status: failure.status, headers });
    const succeed = () =>
      redirectWithToast(form.path, form.toasts.stored(fields));

    const refuseForNow = (seconds: number) =>
      refuse(form.failure(fields, tooManyAttempts, 429), {
        "Retry-After": String(seconds),
      });

    if (retryAfter !== undefined) return refuseForNow(retryAfter);
    if (honeypotFilled(fields)) {
      log("info", "Honeypot filled", { form: form.name });
      // A robot takes 200 for success; a person reads the toast.
      return refuse(form.failure(fields, leaveEmpty, 200));
    }
    const parsed = form.parse(fields);
    if (!parsed.ok) {
      const { failure, reason } = parsed;
      if (reason) log("warn", "Form refused", { form: form.name, reason });
      return refuse(failure);
    }
    const quotaWait = countStored(parsed.row, address);
    if (quotaWait !== undefined) return refuseForNow(quotaWait);
    const idempotencyKey = readIdempotencyKey(fields);
    const outcome = await insert(form.table, parsed.row, idempotencyKey);
    if (outcome === "stored") form.onStored?.(parsed.row);
    if (outcome === "stored" || outcome === "repeated") {
      renewPages(idempotencyKey);
      return succeed();
    }
    const { duplicate, failed } = form.toasts;
    return refuse(
      outcome === "duplicate" && duplicate
        ? form.failure(fields, duplicate, 409)
        : form.failure(fields, failed, 503),
    );
  };
