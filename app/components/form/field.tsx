import { backToForm } from "~/content/site";
import { emailMessages, suggestAddress } from "~/forms/answer";
import type { Failure } from "~/forms/answer";

/** Contains the form, because a page can have two forms. */
export const fieldId = (form: string, name: string) => `${form}_${name}`;

export interface FieldLink {
  /** The field's id. */
  id: string;
  text: string;
}

/** Links to the fields that a failure names, or else back to its form. */
export function fieldLinks(failure: Failure | undefined): FieldLink[] {
  if (!failure) return [];
  const { form, errors, values } = failure;
  const [first = ""] = Object.keys(values);
  const links = Object.entries(errors);
  return (links.length > 0 ? links : [[first, backToForm]]).map(
    ([name = "", text = ""]) => ({ id: fieldId(form, name), text }),
  );
}

/** The props that a failure gives back to a field. */
export const failureProps = <Field extends string>(
  failure: Failure<Field> | undefined,
  name: Field,
) => ({
  error: failure?.errors[name],
  // A duplicate's address is valid.
  isInvalid: failure?.status === 422 && failure.errors[name] !== undefined,
  defaultValue: failure?.values[name],
});

interface FieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  /** The field's message, which the toast repeats. */
  error?: string;
  isInvalid?: boolean;
  type?: "text" | "email";
  autoComplete?: string;
  required?: boolean;
  /** What the visitor typed before. */
  defaultValue?: string;
  /** Makes it a textarea of this height. */
  rows?: number;
}

/** Label, hint, error and input, in reading order. */
export function Field(props: FieldProps) {
  const { id, label, hint, error, isInvalid, rows, type, ...input } = props;
  const suggestion =
    error === emailMessages.invalid && suggestAddress(input.defaultValue);
  const describedBy = [
    hint && `${id}-hint`,
    error && `${id}-error`,
    suggestion && `${id}-suggestion`,
  ]
    .filter(Boolean)
    .join(" ");
  const control = {
    ...input,
    // React ignores a removed defaultValue.
    defaultValue: input.defaultValue ?? "",
    id,
    "aria-describedby": describedBy || undefined,
    // Without it, Firefox announces an empty required field as invalid.
    "aria-invalid": isInvalid,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      {suggestion && (
        <p id={`${id}-suggestion`} className="hint">
          {suggestion}
        </p>
      )}
      {/* A new error makes a new element: Firefox reports a changed description
          late, and Orca reads the error twice. */}
      {rows === undefined ? (
        // Without the style sheet, most addresses still fit.
        <input key={error} type={type} size={40} {...control} />
      ) : (
        <textarea key={error} rows={rows} cols={40} {...control} />
      )}
    </div>
  );
}
