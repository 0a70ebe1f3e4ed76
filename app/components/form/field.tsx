import type { Answer } from "~/forms/answer";
import type { FieldDefinition } from "~/forms/definition";
import {
  askedName,
  fieldErrorId,
  fieldId,
  labelOf,
  limitHint,
} from "~/forms/definition";

/** Nothing is wrong: the visitor is on the list, or is asked. */
const isCalm = (answer: Answer | undefined): boolean =>
  answer?.outcome === "duplicate" || answer?.outcome === "asked";

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
  const { type, rows, limit, hint } = field;
  const { autoComplete, enterKeyHint, required } = field;
  const id = fieldId(formId, name);
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const errorId = fieldErrorId(formId, name);
  const error = answer?.errors[name];
  const problem = answer?.problems[name];
  const asked = answer?.asked[name];
  const describedBy = [hint && hintId, error && errorId, problem && problemId]
    .filter(Boolean)
    .join(" ");
  const control = {
    ...{ name, autoComplete, enterKeyHint, required },
    spellCheck: type ? false : undefined,
    dir: type ? undefined : "auto",
    defaultValue: answer?.values[name],
    id,
    "aria-describedby": describedBy || undefined,
    // Without it, Firefox announces an empty required field as invalid.
    "aria-invalid": error !== undefined && !isCalm(answer),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{labelOf(field)}</label>
      {hint && (
        <p id={hintId} className="hint">
          {hint} <span className="hidden">{limitHint(limit)}</span>
        </p>
      )}
      {error && (
        <p
          id={errorId}
          className={`field-error${isCalm(answer) ? " good" : ""}`}
        >
          {error}
        </p>
      )}
      {problem && (
        <p id={problemId} className="hint">
          {problem}
        </p>
      )}
      {/* Always there, because the script fills it after Back. */}
      {field.asksAboutSlips && (
        <input type="hidden" name={askedName(name)} value={asked} />
      )}
      {rows === undefined ? (
        // Without the style sheet, most names fit. NetSurf 3.10 reads the size of an
        // e-mail field as pixels.
        <input type={type} size={type ? undefined : 40} {...control} />
      ) : (
        <textarea rows={rows} cols={40} {...control} />
      )}
    </div>
  );
}
