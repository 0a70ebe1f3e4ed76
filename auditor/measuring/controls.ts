import type { Page } from "playwright";
import type { Problem } from "../finding";
import { broken } from "../rules";
import { findPlaces } from "./places";

const messages = {
  "group-nameless": "Nothing says what its choices are about",
  "id-twice": "An id that names or describes it is another element's, too",
  "new-window": "It opens a new window and does not say so",
  "purpose-wrong": "Its label and its autocomplete name different things",
};

/** Tokens of autocomplete, and labels that leave no doubt about them. */
const purposes = `
given-name: first name|given name|forename|vorname|prénom
family-name: (last|family) name|surname|(nach|familien)name|apellidos
.*name: (full )?name|nom( complet)?|nombre( completo)?
email|username: e-?mail([ -]addresse?)?|e-mail-adresse|adresse e-?mail|correo electrónico
tel.*|username: ((tele|mobile )?phone|mobile)( number)?|telefon(nummer)?|téléphone|teléfono
street-address|address-line.: street( address)?|straße|rue|calle
postal-code: (post ?|postal |zip )code|zip|plz|postleitzahl|(code|código) postal
address-level.: city|town( or city)?|ort|stadt|ville|ciudad
country(-name)?|tel-country-code: country|land|pays|país
bday.*: birthday|birth ?date|date of birth|geburtsdatum|date de naissance`
  .trim()
  .split("\n")
  .map((line) => line.split(": "));

/** Controls whose names are wrong or missing, or leave something out. */
export async function nameProblems(page: Page): Promise<Problem[]> {
  const found = await findPlaces(page, findMisnamed, purposes);
  return found.map(({ rule, ...place }) => broken(rule, messages[rule], place));
}

/** Runs in the page. */
function findMisnamed(kinds: string[][]) {
  const shown = [...document.body.querySelectorAll("*")].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const find = (
    rule: keyof typeof messages,
    isWrong: (element: Element) => boolean,
  ) => shown.filter(isWrong).map((element) => ({ rule, element }));
  return [
    ...find("group-nameless", (one) => isQuestion(one) && !isNamed(one)),
    ...find("id-twice", (one) => losesLabel(one) || isMistaken(one)),
    ...find("new-window", opensUnsaid),
    ...find("purpose-wrong", isMixedUp),
  ];

  function textOf(node?: Node | null) {
    return node?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  }

  /** What its attributes call an element. */
  function nameOf(element: Element) {
    return ["aria-label", "title", "alt"]
      .map((attribute) => element.getAttribute(attribute) ?? "")
      .concat(element.ariaLabelledByElements?.map(textOf) ?? [])
      .join(" ")
      .trim();
  }

  function wordsOf(element: Element) {
    const parts = [element, ...element.querySelectorAll("*")];
    return [...parts.map(nameOf), textOf(element)].join(" ").trim();
  }

  /** A fieldset around unlike fields may be there for the layout alone. */
  function isQuestion(group: Element) {
    if (!group.matches("fieldset:not([role]), [role=radiogroup]")) return false;
    const fields = [
      ...group.querySelectorAll<HTMLInputElement>("input, select, textarea"),
    ].filter((one) => one.closest("fieldset, [role$=group]") === group);
    const radios = fields.filter(({ type }) => type === "radio");
    const others = fields.filter(
      ({ type }) => !["checkbox", "hidden"].includes(type),
    );
    return (
      new Set(radios.map(({ name }) => name)).size < radios.length ||
      (fields.length > 1 && others.length === 0)
    );
  }

  /** What names a question may name the choices in its parts, too. */
  function isNamed(group: Element): boolean {
    const legend = group.querySelector(":scope > legend");
    const around = group.parentElement?.closest("fieldset, [role$=group]");
    return (
      nameOf(group) !== "" ||
      (legend && wordsOf(legend) !== "") ||
      (around ? isNamed(around) : false)
    );
  }

  /** Of the elements with an id, one in the same part of the page. */
  function nearest(reference: Element, id: string, order: "before" | "after") {
    const alike = [...document.querySelectorAll(`[id="${CSS.escape(id)}"]`)];
    let part = reference;
    while (part.parentElement && !alike.some((one) => part.contains(one)))
      part = part.parentElement;
    const near = alike.filter((one) => part.contains(one));
    const isAfter = (one: Element) =>
      reference.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    return order === "after"
      ? (near.find(isAfter) ?? near.at(-1))
      : (near.filter((one) => !isAfter(one)).at(-1) ?? near[0]);
  }

  /** Whether its label belongs to an earlier element with its id. */
  function losesLabel(field: Element) {
    return (
      field.matches("input, select, textarea") &&
      [...document.querySelectorAll<HTMLLabelElement>("label[for]")].some(
        (label) =>
          label.htmlFor === field.id &&
          label.control !== field &&
          nearest(label, field.id, "after") === field,
      )
    );
  }

  /** Whether an earlier element with an id names or describes it. */
  function isMistaken(element: Element) {
    return ["aria-labelledby", "aria-describedby"].some((attribute) =>
      element
        .getAttribute(attribute)
        ?.match(/\S+/g)
        ?.some(
          (id) =>
            textOf(nearest(element, id, "before")) !==
            textOf(document.getElementById(id)),
        ),
    );
  }

  function opensUnsaid(link: Element) {
    if (!link.matches("a[href][target=_blank i]")) return false;
    const painted = ["::before", "::after"].map(
      (part) => getComputedStyle(link, part).content,
    );
    const described = link.ariaDescribedByElements?.map(textOf) ?? [];
    return !/window|\btab\b|fenster|fenêtre|onglet|ventana|pestaña|finestra|scheda|venster|tabblad|janela|fönster|flik|vindu|okn|окн|вклад|ウィンドウ|タブ|窗|标签/i.test(
      [wordsOf(link), ...described, ...painted].join(" "),
    );
  }

  function isMixedUp(element: Element) {
    if (!element.matches(":is(input, select, textarea)[autocomplete]"))
      return false;
    const field = element as HTMLInputElement;
    const [label] = field.labels ?? [];
    const name = (textOf(label).replace(textOf(field), "") || nameOf(field))
      .replace(/\(.*?\)|[*:]|\b(?:your|optional|required)\b/gi, "")
      .trim();
    const [, token = ""] =
      /(\S+?)(?:\s+webauthn)?\s*$/i.exec(
        field.getAttribute("autocomplete") ?? "",
      ) ?? [];
    const is = (pattern = "", text: string) =>
      new RegExp(`^(?:${pattern})$`, "i").test(text);
    const kind = kinds.find(([, labels]) => is(labels, name));
    return (
      kind !== undefined &&
      !is(kind[0], token) &&
      kinds.some(([tokens]) => is(tokens, token))
    );
  }
}
