import { backToForm } from "~/content/site";
import type { Answer } from "~/forms/answer";
import type { FieldDefinition } from "~/forms/definition";
import {
  askedName,
  fieldErrorId,
  fieldId,
  fieldProblemId,
  labelOf,
  limitHint,
} from "~/forms/definition";

export interface FieldLink {
  /** The field's id. */
  id: string;
  text: string;
}

/** Links to the fields that a refusal names, or else back to its form. */
export function fieldLinks(answer: Answer | undefined): FieldLink[] {
  if (!answer || answer.toast.kind === "success") return [];
  const { formId, errors, values } = answer;
  const [first = ""] = Object.keys(values);
  const links = Object.entries(errors);
  return (links.length > 0 ? links : [[first, backToForm]]).map(
    ([name = "", text = ""]) => ({ id: fieldId(formId, name), text }),
  );
}

/** Nothing is wrong: the visitor is on the list, or is asked. */
export const isCalm = (answer: Answer | undefined): boolean =>
  answer?.status === 409 || answer?.toast.kind === "question";

interface FieldProps {
  name: string;
  field: FieldDefinition;
  /** See `fieldId`. */
  formId: string;
  /** Gives the field its message and its input back. */
  answer: Answer | undefined;
}

/** Label, hint, error and input, in reading order. */
export function Field({ name, field, formId, answer }: FieldProps) {
  const { type, rows, limit } = field;
  const { autoComplete, enterKeyHint, required } = field;
  const id = fieldId(formId, name);
  const { hint } = field;
  const error = answer?.errors[name];
  const value = answer?.values[name];
  const problem = answer?.problems[name];
  const asked = answer?.asked[name];
  const isQuestion = answer?.suggestions[name] !== undefined;
  const describedBy = [
    hint && `${id}-hint`,
    error && fieldErrorId(formId, name),
    problem && fieldProblemId(formId, name),
  ]
    .filter(Boolean)
    .join(" ");
  const control = {
    ...{ name, autoComplete, enterKeyHint, required },
    spellCheck: type ? false : undefined,
    dir: type ? undefined : "auto",
    defaultValue: value ?? "",
    id,
    "aria-describedby": describedBy || undefined,
    // Without it, Firefox announces an empty required field as invalid.
    // The address of a duplicate or a question is valid.
    "aria-invalid":
      answer?.status === 422 && !isQuestion && error !== undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{labelOf(field)}</label>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint} <span className="hidden">{limitHint(limit)}</span>
        </p>
      )}
      {error && (
        <p
          id={fieldErrorId(formId, name)}
          className={`field-error${isCalm(answer) ? " good" : ""}`}
        >
          {error}
        </p>
      )}
      {problem && (
        <p id={fieldProblemId(formId, name)} className="hint">
          {problem}
        </p>
      )}
      {asked && <input type="hidden" name={askedName(name)} value={asked} />}
      {rows === undefined ? (
        // Without the style sheet, most addresses still fit.
        <input type={type} size={40} {...control} />
      ) : (
        <textarea rows={rows} cols={40} {...control} />
      )}
    </div>
  );
}
