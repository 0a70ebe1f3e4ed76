import { Consent } from "~/components/form/consent";
import { failureProps, Field, fieldId } from "~/components/form/field";
import { Honeypot } from "~/components/form/honeypot";
import { PostForm } from "~/components/form/post-form";
import { SubmitButton } from "~/components/form/submit-button";
import { useSubmission } from "~/components/form/use-submission";
import { form as words } from "~/content/contact";
import { consent, paths } from "~/content/site";
import type { ContactFailure, ContactField } from "~/forms/contact";
import { limitHint } from "~/forms/limits";

export function ContactForm() {
  const { sent, failure } = useSubmission<ContactFailure>();
  const consentId = fieldId("contact", "consent");
  const field = (name: ContactField) => ({
    id: fieldId("contact", name),
    name,
    label: words[name].label,
    hint: `${words[name].hint} ${limitHint(name)}`,
    ...failureProps(failure, name),
  });
  return (
    <PostForm action={paths.contact}>
      <p>{words.needed}</p>
      <Field {...field("name")} autoComplete="name" required />
      <Field {...field("email")} type="email" autoComplete="email" required />
      <Field {...field("subject")} />
      <Field {...field("message")} rows={8} required />
      <Honeypot />
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isSending={sent !== undefined}
        consentId={consentId}
      />
      <Consent id={consentId} lead={consent.sending} />
    </PostForm>
  );
}
