import { Field } from "~/components/form/field";
import { PostForm, useSubmission } from "~/components/form/post-form";
import { consent, needed, paths } from "~/content/site";
import { suggestionLabel } from "~/forms/answer";
import { fieldId, honeypot } from "~/forms/definition";
import type { FieldDefinition, FormDefinition } from "~/forms/definition";

interface SiteFormProps {
  form: FormDefinition;
  /** Which of the form's sources, if it has some. */
  source?: string;
  className?: string;
  words: { button: string; sending: string };
  /** Begins the line that says what sending the form means. */
  consent: string;
}

const isRequired = ([, { required }]: [string, FieldDefinition]) => required;

/** A form as its definition says. */
export function SiteForm({
  form,
  source,
  className,
  words,
  consent: lead,
}: SiteFormProps) {
  const { sent, failure, toastId } = useSubmission();
  const id = source ?? form.name;
  const consentId = fieldId(id, "consent");
  const fields = Object.entries(form.fields);
  const own = failure?.formId === id ? failure : undefined;
  const isSent =
    sent && (!form.source || sent.get(form.source.name) === source);
  return (
    <PostForm className={className} action={form.path}>
      {form.source && (
        <input type="hidden" name={form.source.name} value={source} />
      )}
      {fields.length > 1 && (
        <p>{fields.every(isRequired) ? needed.all : needed.unlessMarked}</p>
      )}
      {fields.map(([name, field]) => (
        <Field key={name} {...{ name, field, formId: id }} failure={own} />
      ))}
      {/* Each answer brings an empty one: nobody sees what is in it. */}
      <Honeypot key={toastId} />
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isSending={isSent ?? false}
        failed={form.toasts.failed.text}
        consentId={consentId}
      />
      {Object.entries(own?.suggestions ?? {}).map(([name, suggestion]) => (
        // The first button is the form's own: Enter presses it.
        <button
          key={name}
          name={fieldId(id, name)}
          value={suggestion}
          // The browser does not check the field that this replaces.
          formNoValidate
          aria-describedby={consentId}
        >
          {suggestionLabel(suggestion ?? "")}
        </button>
      ))}
      <Consent id={consentId} lead={lead} />
    </PostForm>
  );
}

/** CSS hides it from eyes, screen readers and autofill. */
function Honeypot() {
  return (
    <div className="honeypot">
      <label>
        {honeypot.label}
        <input name={honeypot.name} autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}

interface SubmitButtonProps {
  label: string;
  /** Replaces the label while the form is being sent. */
  sendingLabel: string;
  isSending: boolean;
  /** Says that sending was given up. */
  failed: string;
  consentId: string;
}

function SubmitButton({
  label,
  sendingLabel,
  isSending,
  failed,
  consentId,
}: SubmitButtonProps) {
  return (
    <>
      <button
        // A disabled button loses the focus, and a screen reader loses its place.
        aria-disabled={isSending || undefined}
        aria-describedby={consentId}
        data-sending={sendingLabel}
      >
        {isSending ? sendingLabel : label}
      </button>
      {/* Screen readers do not announce a button's new label. Orca reads an
          empty element with the role status as "statusbar". */}
      <p aria-live="polite" className="hidden">
        {isSending ? sendingLabel : ""}
      </p>
      {/* `deliver` says here that it waits, and React leaves its text alone. */}
      <p
        aria-live="polite"
        className="hint"
        data-failed={failed}
        dangerouslySetInnerHTML={{ __html: "" }}
      />
    </>
  );
}

/** Says what the visitor accepts by joining or sending. */
function Consent({ id, lead }: { id: string; lead: string }) {
  return (
    <p id={id} className="note">
      {lead}
      <a href={paths.terms}>{consent.terms}</a>
      {consent.between}
      <a href={paths.privacy}>{consent.privacy}</a>
      {consent.after}
    </p>
  );
}
