import type { Page } from "playwright";
import type { Problem } from "../finding";
import { broken } from "../rules";
import { findPlaces } from "./places";

const messages = {
  "group-nameless": "Nothing says what its choices are about",
  "fieldset-nameless": "Nothing says what its fields are about",
  "header-alone": "No cell is in its column",
  "id-twice": "An id that names or describes it is another element's, too",
  "new-window": "It opens a new window and does not say so",
  "box-hidden": "Its box is hidden, from the keyboard, too",
  "placeholder-alone": "Nothing but its placeholder says what it is for",
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
  const shown = [...document.body.querySelectorAll("*")].filter(inPage.isShown);
  const find = (
    rule: keyof typeof messages,
    selector: string,
    isWrong: (element: Element) => boolean,
  ) =>
    shown
      .filter((element) => element.matches(selector) && isWrong(element))
      .map((element) => ({ rule, element }));
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const twice = inPage.repeated(ids);
  const fields = ":is(input:not([type=hidden]), select, textarea)";
  const groups = "fieldset, [role=group], [role=radiogroup]";
  const questions = "fieldset:not([role]), [role=radiogroup]";
  return [
    ...find("group-nameless", questions, (one) => isBare(one, true)),
    ...find("fieldset-nameless", questions, (one) => isBare(one, false)),
    ...find("header-alone", "[role=columnheader]", hasNoCells),
    ...find("id-twice", fields, losesLabel),
    ...find("id-twice", `[aria-labelledby], ${fields}`, isMistaken),
    ...find("new-window", "a[href][target=_blank i]", opensUnsaid),
    ...find("placeholder-alone", `${fields}[placeholder]`, isUnlabeled),
    ...find("box-hidden", "label:not([inert] *)", hidesBox),
    ...find("purpose-wrong", `${fields}[autocomplete]`, isMixedUp),
  ];

  function textOf(node?: Node | null) {
    return node?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  }

  /** What its attributes call an element. */
  function nameOf(element: Element) {
    return ["aria-label", "title", "alt"]
      .map((attribute) => element.getAttribute(attribute)?.trim() ?? "")
      .concat(element.ariaLabelledByElements?.map(textOf) ?? [])
      .join("");
  }

  /** What one searches for needs no label. */
  function isUnlabeled(field: Element) {
    const isSearch =
      "[type=search], [role*=search], [placeholder*=search i], [role=search] *, search *";
    const { labels } = field as HTMLInputElement;
    return !labels?.length && !nameOf(field) && !field.matches(isSearch);
  }

  /** Whether only a click on a label works its checkbox, and no other control does. */
  function hidesBox(label: Element) {
    const { control: box } = label as HTMLLabelElement;
    if (!box?.matches(":is([type=checkbox], [type=radio]):enabled"))
      return false;
    const { display, visibility } = getComputedStyle(box);
    const others =
      "[tabindex], [role=checkbox], [role=radio], [role=switch], button, a[href]";
    return (
      (display === "none" || visibility === "hidden") &&
      ![box.parentElement, label].some(
        (one) => one?.matches(others) || one?.querySelector(others),
      )
    );
  }

  /** A fieldset around fields of text may be there for the layout alone. */
  function isBare(group: Element, hasChoices: boolean) {
    const own = [...group.querySelectorAll(fields)].filter(
      (field) => field.closest(groups) === group,
    );
    const isChoice = (one: Element) =>
      one.matches("[type=radio], [type=checkbox]");
    if (own.length < 2 || own.every(isChoice) !== hasChoices) return false;
    // What names a question may name the choices in its parts, too.
    let around: Element | null | undefined = group;
    while (around && !isNamed(around))
      around = around.parentElement?.closest(groups);
    return !around;
  }

  function isNamed(group: Element) {
    const legend = group.querySelector(":scope > legend");
    const parts = [group, ...(legend?.querySelectorAll("*") ?? [])];
    return textOf(legend) + parts.map(nameOf).join("") !== "";
  }

  function hasNoCells(header: Element) {
    const grid = header.closest("div[role$=grid], div[role=table]");
    const cells =
      "[role=gridcell], [role=cell], [role=columnheader], [role=rowheader]";
    const rows = [...(grid?.querySelectorAll("[role=row]") ?? [])].map(
      (row) => [...row.querySelectorAll(cells)],
    );
    const at = rows.find((row) => row.includes(header))?.indexOf(header) ?? -1;
    const others = rows.filter((row) => row[0] && !row.includes(header));
    // A cell may span columns, and may be in any that it names.
    const spans = "[aria-colspan], [aria-colindex]";
    const isPlain = !others.flat().some((one) => one.matches(spans));
    const isEmpty = others.every(
      ({ [at]: cell }) => cell?.matches("[role=columnheader]") !== false,
    );
    return isPlain && others.length > 0 && isEmpty;
  }

  /** Of the elements with an id, the one before or after, in the same part of the page. */
  function nearest(reference: Element, id: string) {
    const alike = [...document.querySelectorAll(`[id="${CSS.escape(id)}"]`)];
    let part = reference;
    while (part.parentElement && !alike.some((one) => part.contains(one)))
      part = part.parentElement;
    const near = alike.filter((one) => part.contains(one));
    const { DOCUMENT_POSITION_FOLLOWING: behind } = Node;
    const after = near.find(
      (one) => reference.compareDocumentPosition(one) & behind,
    );
    const before = near[(after ? near.indexOf(after) : near.length) - 1];
    return reference.matches("label") ? (after ?? before) : (before ?? after);
  }

  function losesLabel(field: Element) {
    if (!twice.has(field.id)) return false;
    const labels = document.querySelectorAll<HTMLLabelElement>(
      `label[for="${CSS.escape(field.id)}"]`,
    );
    return [...labels].some(
      (label) => label.control !== field && nearest(label, field.id) === field,
    );
  }

  function isMistaken(element: Element) {
    return ["aria-labelledby", "aria-describedby"]
      .flatMap((name) => element.getAttribute(name)?.match(/\S+/g) ?? [])
      .some(
        (id) =>
          twice.has(id) &&
          textOf(nearest(element, id)) !== textOf(document.getElementById(id)),
      );
  }

  function opensUnsaid(link: Element) {
    const words = [link, ...link.querySelectorAll("*")]
      .concat(link.ariaDescribedByElements ?? [])
      .flatMap((one) => [
        ...[nameOf(one), textOf(one)],
        getComputedStyle(one, "::after").content,
      ]);
    return !/window|\btab\b|fenster|fenêtre|onglet|ventana|pestaña|finestra|scheda|venster|tabblad|janela|fönster|flik|vindu|okn|окн|вклад|ウィンドウ|タブ|窗|标签/i.test(
      words.join(" "),
    );
  }

  function isMixedUp(element: Element) {
    const field = element as HTMLInputElement;
    const label = textOf(field.labels?.[0]).replace(textOf(field), "");
    const name = (label || nameOf(field))
      .replace(/\([^()]*\)|[*:?]|\b(?:optional|required)\b/gi, "")
      .replace(/\b(?:what (?:is|was)|enter|the|your|home|work|new|uk)\b/gi, "")
      .trim();
    const [token = ""] =
      /\S+$/.exec(field.autocomplete.replace("webauthn", "").trim()) ?? [];
    const is = (pattern = "", text: string) =>
      new RegExp(`^(?:${pattern})$`, "i").test(text);
    const [own] = kinds.find(([, labels]) => is(labels, name)) ?? [".*"];
    return !is(own, token) && kinds.some(([tokens]) => is(tokens, token));
  }
}
