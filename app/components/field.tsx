import type { InputHTMLAttributes } from "react";
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

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
  label: string;
  hint?: string;
  /** The field's own message, the same words as in the toast. */
  error?: string;
}

/** Label, hint, error, input: read in that order, and tied by id. */
export function Field({ id, label, hint, error, ...input }: FieldProps) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      <input
        id={id}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
        {...input}
      />
    </div>
  );
}
