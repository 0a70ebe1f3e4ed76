import { Consent } from "~/components/form/consent";
import { Field, fieldId } from "~/components/form/field";
import { Honeypot, IdempotencyKey } from "~/components/form/hidden-fields";
import { SubmitButton } from "~/components/form/submit-button";
import { useSubmission } from "~/components/form/use-submission";
import { consent, paths } from "~/content/site";
import type { SignupFailure, SignupSource } from "~/forms/signup";

interface SignupFormProps {
  source: SignupSource;
  words: { emailLabel: string; button: string; sending: string };
}

export function SignupForm({ source, words }: SignupFormProps) {
  const { Form, idempotencyKey, sent, failure } =
    useSubmission<SignupFailure>();
  const consentId = fieldId(source, "consent");
  const mine = failure?.form === source ? failure : undefined;
  return (
    <Form
      // Firefox calls a form invalid as long as a required field is empty.
      role="none"
      key={idempotencyKey}
      className="signup"
      method="post"
      action={paths.landing}
    >
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
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isSending={sent?.get("signup_source") === source}
        consentId={consentId}
      />
      <Consent id={consentId} to={consent.joining} />
    </Form>
  );
}
