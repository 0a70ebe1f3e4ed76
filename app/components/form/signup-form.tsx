import { Consent } from "~/components/form/consent";
import { failureProps, Field, fieldId } from "~/components/form/field";
import { Honeypot } from "~/components/form/honeypot";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useSubmission } from "~/components/form/use-submission";
import { consent, paths } from "~/content/site";
import type { SignupFailure, SignupSource } from "~/forms/signup";

interface SignupFormProps {
  source: SignupSource;
  words: { emailLabel: string; button: string; sending: string };
}

export function SignupForm({ source, words }: SignupFormProps) {
  const { sent, failure } = useSubmission<SignupFailure>();
  const consentId = fieldId(source, "consent");
  const mine = failure?.form === source ? failure : undefined;
  return (
    <PostForm className="signup" action={paths.landing}>
      <input type="hidden" name="signup_source" value={source} />
      <Field
        id={fieldId(source, "email")}
        label={words.emailLabel}
        {...failureProps(mine, "email")}
        name="email"
        type="email"
        autoComplete="email"
        required
      />
      <Honeypot />
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isSending={sent?.get("signup_source") === source}
        consentId={consentId}
      />
      <Consent id={consentId} lead={consent.joining} />
    </PostForm>
  );
}
