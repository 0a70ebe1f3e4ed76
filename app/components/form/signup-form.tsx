import { Form } from "@remix-run/react";
import { Consent } from "~/components/form/consent";
import { Field, fieldId } from "~/components/form/field";
import { Honeypot } from "~/components/form/honeypot";
import { IdempotencyKey } from "~/components/form/idempotency-key";
import { useReset } from "~/client/reset";
import { SubmitButton } from "~/components/form/submit-button";
import { consent, paths } from "~/content/site";
import type { SignupFailure, SignupSource } from "~/forms/signup";

interface SignupFormProps {
  source: SignupSource;
  words: { emailLabel: string; button: string; sending: string };
  /** The page's last refusal; this form's only if it names it. */
  failure: SignupFailure | undefined;
  idempotencyKey: string | undefined;
}

export function SignupForm({
  source,
  words,
  failure,
  idempotencyKey,
}: SignupFormProps) {
  const mine = failure?.form === source ? failure : undefined;
  const form = useReset(idempotencyKey);
  return (
    <Form ref={form} method="post" action={paths.landing} discover="none">
      <input type="hidden" name="signup_source" value={source} />
      <IdempotencyKey value={mine?.idempotencyKey ?? idempotencyKey} />
      <Field
        id={fieldId(source, "email")}
        label={words.emailLabel}
        error={mine?.errors.email}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={mine?.values.email}
        required
      />
      <Honeypot />
      <Consent to={consent.joining} />
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isMine={(sent) => sent.get("signup_source") === source}
      />
    </Form>
  );
}
