import type { Failure } from "~/forms/answer";

/** A field's id: of the form that holds it, and of its name there. */
export const fieldId = (form: string, name: string) => `${form}_${name}`;

export interface FieldLink {
  /** The field's id. */
  id: string;
  text: string;
}

/** Links to the fields that a refusal is about. */
export const fieldLinks = (failure: Failure | undefined): FieldLink[] =>
  Object.entries(failure?.errors ?? {}).map(([name, text = ""]) => ({
    id: fieldId(failure?.form ?? "", name),
    text,
  }));

interface FieldProps {
  id: string;
  name: string;
  label: string;
  hint?: string;
  /** The field's own message, the same words as in the toast. */
  error?: string;
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
  const { id, label, hint, error, rows, type, ...input } = props;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  const control = {
    ...input,
    // React ignores a removed defaultValue.
    defaultValue: input.defaultValue ?? "",
    id,
    "aria-describedby": describedBy || undefined,
    // Firefox calls an empty required field invalid unless it is told otherwise.
    "aria-invalid": Boolean(error),
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
