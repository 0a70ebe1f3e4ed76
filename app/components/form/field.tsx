import { backToForm } from "~/content/site";
import { emailMessages, suggestAddress } from "~/forms/answer";
import type { Failure } from "~/forms/answer";

/** A field's id: of the form that holds it, and of its name there. */
export const fieldId = (form: string, name: string) => `${form}_${name}`;

export interface FieldLink {
  /** The field's id. */
  id: string;
  text: string;
}

/** Links to the fields that a failure is about, or else back to its form. */
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
export const given = <Field extends string>(
  failure: Failure<Field> | undefined,
  name: Field,
) => ({
  error: failure?.errors[name],
  // A duplicate's address is a valid one.
  isInvalid: failure?.status === 422 && failure.errors[name] !== undefined,
  defaultValue: failure?.values[name],
});

interface FieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  /** The field's own message, the same words as in the toast. */
  error?: string;
  isInvalid?: boolean;
  type?: "text" | "email";
  autoComplete?: string;
  required?: boolean;
  /** The text that was typed before. */
  defaultValue?: string;
  /** Makes it a text of several lines. */
  rows?: number;
}

/** Label, hint, error, input: read in that order, and tied by id. */
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
    // Firefox calls an empty required field invalid unless it is told otherwise.
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
      {/* A field with another error is another element: Orca has just read the
          field when Firefox tells it of a description that has changed. */}
      {rows === undefined ? (
        // Most addresses fit in this width, should the style sheet be missing.
        <input key={error} type={type} size={40} {...control} />
      ) : (
        <textarea key={error} rows={rows} cols={40} {...control} />
      )}
    </div>
  );
}
