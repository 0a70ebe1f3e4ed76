import {
  Form,
  useActionData,
  useFetcher,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Field } from "~/components/form/field";
import type { FieldDefinition, FormDefinition } from "~/forms/definition";
import { consent, needed, paths } from "~/content/site";
import { fieldId, honeypot, idempotencyKeyName } from "~/forms/definition";
import type { Failure, RootData, Success } from "~/forms/answer";

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
  const { sent, failure } = useSubmission();
  const id = source ?? form.name;
  const consentId = fieldId(id, "consent");
  const fields = Object.entries(form.fields);
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
        <Field
          key={name}
          {...{ name, field, formId: id }}
          failure={failure?.formId === id ? failure : undefined}
        />
      ))}
      <Honeypot />
      <SubmitButton
        label={words.button}
        sendingLabel={words.sending}
        isSending={isSent ?? false}
        failed={form.toasts.failed.text}
        consentId={consentId}
      />
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

interface PostFormProps {
  className?: string;
  action: string;
  children: ReactNode;
}

/** A form that posts without a page load once React has loaded. */
function PostForm({ className, action, children }: PostFormProps) {
  const { idempotencyKey, success } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const isInPlace = useInPlace();

  // A stored form is reset, not replaced: a screen reader loses its place when
  // the focused node is replaced.
  useEffect(() => {
    if (success) form.current?.reset();
  }, [success]);

  return (
    <Form
      ref={form}
      className={className}
      // Firefox announces a form as invalid while a required field is empty.
      role="none"
      method="post"
      action={action}
      navigate={false}
      // Remix would fetch the route's manifest, which the page already has.
      discover="none"
      fetcherKey={fetcherKey}
      onSubmit={(event) => {
        const form = event.currentTarget;
        // It is being sent.
        if ("sent" in form.dataset) event.preventDefault();
        // A second click comes before the client action.
        else if (isInPlace()) form.dataset.sent = "";
        else {
          event.preventDefault();
          form.submit();
        }
      }}
    >
      {/* Identifies the rendered form, so that a repeated post is stored once. */}
      <input
        type="hidden"
        name={idempotencyKeyName}
        value={idempotencyKey ?? ""}
      />
      {children}
    </Form>
  );
}

/**
 * Returns a check that the page's elements are where React left them. React throws
 * when it changes one that an extension has moved or removed:
 * https://github.com/facebook/react/issues/11538. Added elements and translated
 * texts do no harm.
 */
function useInPlace(): () => boolean {
  const places = useRef<[Element, Element | null][]>([]);
  useEffect(() => {
    const elements = [...document.querySelectorAll("main, main *")];
    places.current = elements.map((element) => [
      element,
      element.parentElement,
    ]);
  });
  return () =>
    places.current.every(
      ([element, parent]) =>
        element.isConnected && element.parentElement === parent,
    );
}

/** All forms of a page share one fetcher. */
const fetcherKey = "form";

/**
 * The shared state of a page's forms: what is being sent, and the last answer,
 * from the fetcher or else from the document's own action.
 */
export function useSubmission() {
  // Undefined on an error page.
  const page = useRouteLoaderData("root") as RootData | undefined;
  const refused = useActionData() as Failure | undefined;
  const { data, formData, state } = useFetcher({ key: fetcherKey });
  const answer = (data ?? refused) as Failure | Success | undefined;
  return {
    idempotencyKey: answer?.idempotencyKey ?? page?.idempotencyKey,
    // The fetcher keeps formData for a moment after the answer.
    sent: state === "submitting" ? formData : undefined,
    failure: answer?.kind === "failure" ? answer : undefined,
    success: answer?.kind === "success" ? answer : undefined,
    toast: answer?.toast ?? page?.toast,
    toastId: answer?.id ?? page?.idempotencyKey,
  };
}
