import { Field } from "~/components/form/field";
import { usePage } from "~/components/page/page";
import { paths } from "~/content/constants";
import { consent, needed } from "~/content/shared";
import {
  fieldId,
  honeypot,
  idempotencyKeyName,
  ownButton,
  suggestionId,
} from "~/forms/definition";
import type { FormDefinition } from "~/forms/definition";
import { suggestionLabel } from "~/forms/toasts";

interface SiteFormProps {
  form: FormDefinition;
  /** Which of the form's sources, if it has some. */
  source?: string;
  className?: string;
  words: { button: string; sending: string; offer?: string };
  /** Begins the line that says what sending the form means. */
  consent: string;
}

/** A form as its definition says. The page's script sends it. */
export function SiteForm({
  form,
  source,
  className,
  words,
  consent: lead,
}: SiteFormProps) {
  const { answer: last, idempotencyKey, failures } = usePage();
  const id = source ?? form.name;
  const consentId = fieldId(id, "consent");
  const fields = Object.entries(form.fields);
  const answer = last?.formId === id ? last : undefined;
  const suggestions = Object.entries(answer?.suggestions ?? {});
  return (
    <form
      className={className}
      // Firefox announces a form as invalid while a required field is empty.
      role="none"
      method="post"
      action={form.path}
      // Browsers' own checks differ, and one says nothing: the site alone does.
      noValidate
    >
      {/* Identifies the rendered form, so that a repeated post is stored once. */}
      <input
        type="hidden"
        name={idempotencyKeyName}
        value={answer?.idempotencyKey ?? idempotencyKey ?? ""}
      />
      {form.source && (
        <input type="hidden" name={form.source.name} value={source} />
      )}
      {fields.length > 1 && (
        <p>
          {fields.every(([, { required }]) => required)
            ? needed.all
            : needed.unlessMarked}
        </p>
      )}
      {fields.map(([name, field]) => (
        <Field key={name} {...{ name, field, formId: id, answer }} />
      ))}
      <Honeypot
        id={fieldId(id, honeypot.name)}
        isShown={!!answer?.errors[honeypot.name]}
      />
      <button
        // The first button is the form's own: Enter presses it.
        type="submit"
        {...ownButton}
        className={suggestions.length > 0 ? "quiet" : undefined}
        aria-describedby={consentId}
        data-sending={words.sending}
      >
        {words.button}
      </button>
      {/* Screen readers do not announce a button's new label, which the script
          repeats here. Orca reads an empty element with the role status as
          "statusbar". */}
      <p aria-live="polite" className="hidden" />
      {/* The script says here that the form waits, and shows this toast if that was in
          vain. It is no <template>: text browsers show what that contains. */}
      <p aria-live="polite" className="hint" data-failed={failures?.[id]} />
      {suggestions.map(([name, suggestion]) => (
        <button
          key={name}
          type="submit"
          id={suggestionId(id, name)}
          name={fieldId(id, name)}
          value={suggestion}
          data-typed={answer?.values[name]}
          aria-describedby={consentId}
        >
          {suggestionLabel(suggestion ?? "")}
        </button>
      ))}
      {/* What the visitor gets and accepts by joining or sending. */}
      <p id={consentId} className="note">
        {words.offer && <b>{`${words.offer} `}</b>}
        {lead}
        <a href={paths.terms}>{consent.terms}</a>
        {consent.between}
        <a href={paths.privacy}>{consent.privacy}</a>
        {consent.after}
      </p>
    </form>
  );
}

interface HoneypotProps {
  id: string;
  /** A person whose password manager filled it in can empty it. */
  isShown: boolean;
}

/** CSS hides it from eyes, screen readers and autofill. */
function Honeypot({ id, isShown }: HoneypotProps) {
  const input = { name: honeypot.name, autoComplete: "off" };
  return isShown ? (
    <div className="field">
      <label htmlFor={id}>{honeypot.label}</label>
      <input id={id} {...input} />
    </div>
  ) : (
    <div className="honeypot">
      <label>
        {honeypot.label}
        <input {...input} tabIndex={-1} />
      </label>
    </div>
  );
}
