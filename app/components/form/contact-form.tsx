import { Form } from "@remix-run/react";
import { Consent } from "~/components/form/consent";
import { Field, fieldId } from "~/components/form/field";
import { Honeypot } from "~/components/form/honeypot";
import { IdempotencyKey } from "~/components/form/idempotency-key";
import { useReset } from "~/client/reset";
import { SubmitButton } from "~/components/form/submit-button";
import { form as words } from "~/content/contact";
import { consent, paths } from "~/content/site";
import type { ContactFailure, ContactField } from "~/forms/contact";
import { limitHint } from "~/forms/limits";

interface ContactFormProps {
  failure: ContactFailure | undefined;
  idempotencyKey: string | undefined;
}

export function ContactForm({ failure, idempotencyKey }: ContactFormProps) {
  const form = useReset(idempotencyKey);
  const field = (name: ContactField) => ({
    id: fieldId("contact", name),
    name,
    label: words[name].label,
    hint: `${words[name].hint} ${limitHint(name)}`,
    error: failure?.errors[name],
    defaultValue: failure?.values[name],
  });
  return (
    <Form ref={form} method="post" action={paths.contact} discover="none">
      <IdempotencyKey value={failure?.idempotencyKey ?? idempotencyKey} />
      <Field {...field("name")} autoComplete="name" required />
      <Field {...field("email")} type="email" autoComplete="email" required />
      <Field {...field("subject")} autoComplete="off" />
      <Field {...field("message")} rows={8} autoComplete="off" required />
      <Honeypot />
      <Consent to={consent.sending} />
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isMine={() => true}
      />
    </Form>
  );
}
