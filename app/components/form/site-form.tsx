import { Consent } from "~/components/form/consent";
import { Field, fieldId } from "~/components/form/field";
import { Honeypot } from "~/components/form/honeypot";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useSubmission } from "~/components/form/use-submission";
import type { FormDefinition } from "~/forms/definition";

interface SiteFormProps {
  form: FormDefinition;
  /** Which of the form's sources, if it has some. */
  source?: string;
  className?: string;
  words: { needed?: string; button: string; sending: string };
  /** Begins the line that says what sending the form means. */
  consent: string;
}

/** A form as its definition says. */
export function SiteForm({
  form,
  source,
  className,
  words,
  consent,
}: SiteFormProps) {
  const { sent, failure } = useSubmission();
  const id = source ?? form.name;
  const consentId = fieldId(id, "consent");
  const isSent =
    sent && (!form.source || sent.get(form.source.name) === source);
  return (
    <PostForm className={className} action={form.path}>
      {form.source && (
        <input type="hidden" name={form.source.name} value={source} />
      )}
      {words.needed && <p>{words.needed}</p>}
      {Object.entries(form.fields).map(([name, field]) => (
        <Field
          key={name}
          {...{ name, field, formId: id }}
          failure={failure?.formId === id ? failure : undefined}
        />
      ))}
      <Honeypot />
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isSending={isSent ?? false}
        consentId={consentId}
      />
      <Consent id={consentId} lead={consent} />
    </PostForm>
  );
}
