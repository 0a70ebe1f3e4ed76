import { data } from "@remix-run/node";
import type { ActionFunctionArgs, HeadersFunction } from "@remix-run/node";
import { insert } from "~/data/supabase.server";
import type { Tables } from "~/data/supabase.server";
import { leaveEmpty, tooManyAttempts } from "~/forms/answer";
import type { Failure, Toast } from "~/forms/answer";
import { honeypotFilled, readIdempotencyKey } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { readForm } from "~/forms/form-body.server";
import { addressHeader } from "~/server/client-address.server";
import { log } from "~/server/log.server";
import { renewPages } from "~/server/page-cache.server";
import { countAttempt, countStored } from "~/server/rate-limit.server";
import { redirectWithToast } from "~/server/toast.server";

/** A form: what it accepts, where that is stored, and what it says. */
export interface FormDefinition<Table extends keyof Tables> {
  /** The form's name in the log. */
  name: string;
  /** The page that it stands on. */
  path: string;
  table: Table;
  parse: (fields: Fields) => Parsed<Table>;
  /** Told of each stored row once; a repeat is none. */
  onStored?: (row: Tables[Table]) => void;
  /** A failure that gives back what was typed. */
  failure: (fields: Fields, toast: Toast, status: Failure["status"]) => Failure;
  toasts: {
    stored: (fields: Fields) => Toast;
    /** A form whose table has no duplicates has none. */
    duplicate?: Toast;
    failed: Toast;
  };
}

export type Parsed<Table extends keyof Tables> =
  | { ok: true; row: Tables[Table] }
  /** `reason` is for the log: nothing that a visitor typed. */
  | { ok: false; failure: Failure; reason?: string };

/** The headers of a form's route: a refusal may carry Retry-After. */
export const formHeaders: HeadersFunction = ({ actionHeaders }) =>
  actionHeaders;

/** The server's half of a form's action: every form of the site goes this way. */
export const actionFor =
  <Table extends keyof Tables>(form: FormDefinition<Table>) =>
  async ({ request }: ActionFunctionArgs) => {
    // A post counts before anything of it is read.
    const address = request.headers.get(addressHeader);
    const retryAfter = countAttempt("post", address);
    const fields = await readForm(request);

    // A cookie cannot hold what was typed, and a failure must not need one.
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
      // A robot takes a 200 for a success; a person reads what to do.
      return refuse(form.failure(fields, leaveEmpty, 200));
    }
    const parsed = form.parse(fields);
    if (!parsed.ok) {
      const { failure, reason } = parsed;
      if (reason) log("warn", "Form refused", { form: form.name, reason });
      return refuse(failure);
    }
    const waitForRoom = countStored(parsed.row, address);
    if (waitForRoom !== undefined) return refuseForNow(waitForRoom);
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
