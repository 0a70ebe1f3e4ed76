import { dismissLabel } from "~/content/delivery";
import * as rules from "./rules";
import type { Listener, Mode } from "@kandi/auditor";
import { launchHeadless } from "@kandi/auditor/browser";
import { form as contactForm, intro as contactIntro } from "~/content/contact";
import { crew, gift, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { privacy } from "~/content/privacy";
import type { Toast } from "~/forms/answer";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { emailField, literally, send } from "./listening";
import type { Flow } from "./listening";
import { outage, waiting } from "./waiting";
import { contactErrors } from "../../support/fixtures/forms";

/** Follows the error summary's link to its field. */
const followSummary = (visitor: Listener, error: string) =>
  visitor.follow(literally(error), / entry /);

/** All text of a page, as a browser without scripts shows it. */
async function textOf(url: string) {
  const browser = await launchHeadless();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(url);
  const text = await page.locator("body").innerText();
  await browser.close();
  return text.trim();
}

const readLanding: Flow = async ({ visitor, siteUrl, check }) => {
  const text = await textOf(siteUrl);
  const [lastSentence = ""] = text.split(/\n|(?<=\.) /).slice(-1);
  await visitor.open(siteUrl);
  await visitor.top();
  const speech = await visitor.readTo(literally(lastSentence));
  check(rules.readingProblems(speech, text));
  check(rules.invalidProblems(speech));
};

const signup: Flow = async (visit) => {
  const { visitor, siteUrl, check } = visit;
  const address = `${visitor.mode}-${visitor.browser}@example.com`;
  const { emailInvalid, stored, duplicate } = signupToasts;
  const openForm = async () => {
    await visitor.open(siteUrl);
    await visitor.top();
    return visitor.tabTo(emailField);
  };
  const sendAddress = async (email: string, toast: Toast, below: string) => {
    await visitor.type(email.toLowerCase());
    await send(visit, toast, below);
  };
  check(rules.invalidProblems(await openForm()));
  check(rules.silenceProblems(await visitor.press("Return")));

  await sendAddress("a@b", emailInvalid, hero.tagline);
  const field = await followSummary(visitor, emailInvalid.text);
  const { emailLabel } = hero.form;
  check(rules.fieldErrorProblems(field, emailLabel, emailInvalid.text));

  // An invitation stands in place of the tagline.
  await sendAddress(address, stored, crew);

  await openForm();
  await sendAddress(address, duplicate, crew);

  await openForm();
  await sendAddress("a@b", emailInvalid, hero.tagline);
  await visitor.top();
  await visitor.tabTo(literally(dismissLabel));
  const dismissed = await visitor.press("Return");
  const next = await visitor.press("Tab");
  check(rules.dismissalProblems([...dismissed, ...next], emailInvalid));
};

const contact: Flow = async (visit) => {
  const { visitor, siteUrl, check } = visit;
  const email = "ann@example.com";
  const { missing } = contactErrors;
  /** The label, what is refused and why, and what is not. */
  const fields = [
    [contactForm.name.label, " ", missing.name, "Ann"],
    [contactForm.email.label, "a@b", contactErrors.email, email],
    [contactForm.message.label, " ", missing.message, "Where do we meet?"],
  ] as const;
  const tabTo = (label: string) => visitor.tabTo(literally(`${label} entry`));
  await visitor.open(siteUrl + pages.contact.path);
  await visitor.top();
  for (const [label, refused] of fields) {
    check(rules.invalidProblems(await tabTo(label)));
    await visitor.type(refused);
  }
  await visitor.tabTo(literally(contactForm.button));
  await send(visit, contactToasts.missing, contactIntro);

  for (const [at, [label, , error, corrected]] of fields.entries()) {
    const field = await (at === 0
      ? followSummary(visitor, error)
      : tabTo(label));
    check(rules.fieldErrorProblems(field, label, error));
    await visitor.type(corrected);
  }
  await visitor.tabTo(literally(contactForm.button));
  await send(visit, contactToasts.storedFor(email), contactIntro);
};

const friendsBracelet: Flow = async ({ visitor, siteUrl, check }) => {
  await visitor.open(`${siteUrl}/#kandi-01234501`);
  await visitor.top();
  const speech = await visitor.readTo(literally(hero.what));
  check(rules.onceProblems(speech, gift));
};

/** Follows a link of a legal page's contents. */
const contentsLink: Flow = async ({ visitor, siteUrl, check }) => {
  const [, { heading } = { heading: "" }] = privacy.sections;
  await visitor.open(siteUrl + pages.privacy.path);
  const name = literally(heading);
  const speech = await visitor.follow(name, name);
  check(rules.contentsLinkProblems(speech, heading));
};

interface Entry {
  follow: Flow;
  /** The mode, if it does not run in both. */
  mode?: Mode;
}

export const flows: Record<string, Entry> = {
  "read the landing page": { follow: readLanding },
  "sign up: empty, refused, corrected, stored, duplicate, dismissed": {
    follow: signup,
  },
  "contact: fields missing, then stored": { follow: contact },
  "a friend's bracelet": { follow: friendsBracelet, mode: "javascript" },
  // Without a script, the browser itself says that it is loading.
  "wait for an answer": { follow: waiting, mode: "javascript" },
  "wait for the network": { follow: outage, mode: "javascript" },
  // The legal pages have no script.
  "a contents link": { follow: contentsLink, mode: "no-javascript" },
};
