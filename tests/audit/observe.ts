import { errorTitlePrefix } from "~/content/errors";
import { backToForm } from "~/content/site";
import { signupToasts } from "~/forms/signup";
import { emailOf } from "./visit";
import type { Visitor } from "./visit";

/**
 * Takes the visitor's own address out, in which a line may break, and the bracelet
 * that a script draws by lot.
 */
export const anonymous = (text: string, email: string) =>
  text
    .replace(
      new RegExp(email.replace(/\W/g, "\\$&(<wbr>)?"), "gi"),
      "visitor@example.com",
    )
    .replace(/(?:\/#|%2F%23)kandi-[0-5]{8}/g, "");

type Look = ReturnType<typeof look>;

/** A page as its visitor sees it, without what only one mode can have. */
export type Observation = Look & {
  /** The HTTP status of the page, or of the answer to the submission. */
  status: number | undefined;
  /** Roles, names and states as exposed to assistive technology. */
  tree: string;
  rows: { signups: unknown[]; messages: unknown[] };
};

export async function observe(visitor: Visitor): Promise<Observation> {
  const { page, stage } = visitor;
  const { supabase } = stage;
  const email = emailOf(visitor);
  const seen = {
    status: visitor.status,
    ...(await page.evaluate(look)),
    tree: await page.locator("body").ariaSnapshot(),
    rows: {
      signups: await supabase.rows(
        "select email, signup_source from beta_signups where email = $1",
        [email],
      ),
      messages: await supabase.rows(
        "select name, email, subject, message from contact_messages where email = $1",
        [email],
      ),
    },
  };
  return JSON.parse(anonymous(JSON.stringify(seen), email)) as Observation;
}

/** Runs in the page: everything that a visitor can see. */
export function look() {
  const textOf = (element: Element | null | undefined) =>
    element?.textContent?.trim() ?? "";
  const name = (element: Element | null | undefined) =>
    element
      ? `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} ${textOf(element.querySelector("p") ?? element).slice(0, 60)}`.trim()
      : "";
  const describing = (field: Element) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  const main = document.querySelector("main");
  const toast = main?.querySelector<HTMLDialogElement>("dialog[open]");
  const place = toast?.querySelector("#toast-title")?.getBoundingClientRect();
  const fields = [
    ...(main?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "input[id], textarea",
    ) ?? []),
  ];
  const [first] = [...(main?.querySelectorAll("h1, h2, p, form") ?? [])].filter(
    (element) => element.checkVisibility(),
  );
  return {
    // A script takes a success's ticket out of the address.
    url: location.pathname + location.search.replace(/^\?toast=.*/, ""),
    title: document.title,
    toast: toast
      ? {
          kind: toast.className,
          title: textOf(toast.querySelector("#toast-title")),
          text: textOf(toast.querySelector("#toast-text")),
        }
      : undefined,
    /** The error summary's links; the one that passes the site on is a button. */
    summary: [
      ...(toast?.querySelectorAll<HTMLAnchorElement>("a:not(.button)") ?? []),
    ].map((link) => ({
      href: link.hash || link.href,
      text: textOf(link),
    })),
    focused: name(document.activeElement),
    /** The first words of `main`. */
    first: textOf(first),
    /** The outcome's title, if any, is visible without scrolling. */
    inSight: place
      ? place.top >= 0 && place.bottom <= innerHeight && place.left >= 0
      : true,
    /** By id. */
    fields: Object.fromEntries(
      fields.map((field) => [
        field.id,
        {
          value: field.value,
          invalid: field.getAttribute("aria-invalid"),
          /** The message next to the field. */
          error: textOf(field.parentElement?.querySelector(".field-error")),
          description: describing(field)
            .map((id) => textOf(document.getElementById(id)))
            .join(" "),
          /** Ids of missing descriptions. */
          missing: describing(field).filter(
            (id) => !document.getElementById(id),
          ),
        },
      ]),
    ),
  };
}

/** Checks a form's answer and fields against what holds in every state. */
export function untrue(seen: Look): string[] {
  const { toast, fields, summary, title, first, focused, inSight } = seen;
  const isDuplicate = toast?.title === signupToasts.duplicate.title;
  const isFailure = toast?.kind.includes("error") ?? false;
  const statements: [string, boolean][] = [
    ["the outcome comes first in main", !toast || first === toast.title],
    ["the outcome is in view", inSight],
    ["the outcome has the focus", !toast || /^dialog/.test(focused)],
    [
      "the title says Error, and only then",
      !toast || title.startsWith(errorTitlePrefix) === isFailure,
    ],
    ...Object.entries(fields).flatMap(([id, field]): [string, boolean][] => [
      [
        `${id} is invalid where its message says so`,
        field.invalid === String(Boolean(field.error) && !isDuplicate),
      ],
      [
        `${id} is described by its message`,
        field.description.includes(field.error),
      ],
      [`${id} is described by what is there`, field.missing.length === 0],
    ]),
    ...summary.map(({ href, text }): [string, boolean] => [
      `the link ${href} has its field's words, or leads back to the form`,
      href.startsWith("mailto:") ||
        text === (fields[href.slice(1)]?.error || backToForm),
    ]),
  ];
  return statements.flatMap(([statement, holds]) =>
    holds ? [] : [`not true: ${statement}`],
  );
}
