import type { Failure } from "~/forms/answer";

/** A field's id: of the form that holds it, and of its name there. */
export const fieldId = (form: string, name: string) => `${form}_${name}`;

export interface FieldLink {
  /** The field's id. */
  id: string;
  text: string;
}

/** Where the fields that a refusal is about stand on the page. */
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
  /** What was typed before. */
  defaultValue?: string;
  /** Of a text of several lines. */
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
    // Where none is given any more, React leaves the one that there was first.
    defaultValue: input.defaultValue ?? "",
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
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
      {rows === undefined ? (
        // As wide as most addresses are, where no style sheet says more.
        <input type={type} size={40} {...control} />
      ) : (
        <textarea rows={rows} {...control} />
      )}
    </div>
  );
}
