import { dismissLabel, waitingNote } from "~/content/delivery";
import { form as contactWords, intro as contactIntro } from "~/content/contact";
import { crew, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { problems } from "~/forms/address.server";
import {
  emailMessages,
  failureToast,
  questionToast,
  suggestionLabel,
} from "~/forms/toasts";
import { contactForm, contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import {
  checkNothingInvalid,
  checkOnce,
  checkOutcome,
  checkReading,
  count,
  join,
} from "./rules";
import { emailField, literally, send } from "./listening";
import type { Flow } from "./listening";
import { startNetwork } from "../../support/servers/network";
import { newAddress, newSlip } from "../../support/visitors/test";

export const readLanding: Flow = async ({ visitor, siteUrl, check }) => {
  const page = await visitor.open(siteUrl);
  const text = (await page?.locator("body").innerText())?.trim() ?? "";
  const [lastSentence = ""] = text.split(/\n|(?<=\.) /).slice(-1);
  await visitor.top();
  const speech = await visitor.readTo(literally(lastSentence));
  checkReading(check, speech, text);
  checkNothingInvalid(check, speech);
};

export const signup: Flow = async (visit) => {
  const { visitor, siteUrl, check } = visit;
  const openForm = async () => {
    await visitor.open(siteUrl);
    await visitor.top();
    return visitor.tabTo(emailField);
  };
  checkNothingInvalid(check, await openForm());
  await visitor.type("a@b");
  await send(visit, failureToast(emailMessages.invalid), hero.tagline);
  await visitor.top();
  await visitor.tabTo(literally(dismissLabel));
  const dismissed = await visitor.press("Return");
  const next = await visitor.press("Tab");
  const isOut = /tool bar|page tab/.test(join([...dismissed, ...next]));
  check(!isOut, "2.4.3", "Dismiss throws its visitor out of the page");

  await openForm();
  const { typed, meant } = newSlip();
  await visitor.type(typed);
  await send(visit, questionToast(meant), hero.tagline);
  await visitor.tabTo(literally(suggestionLabel(meant)));
  // An invitation stands in place of the tagline.
  await send(visit, signupToasts.stored, crew);
};

export const contact: Flow = async (visit) => {
  const { visitor, siteUrl, check } = visit;
  const email = "ann@example.com";
  const own = contactForm.fields;
  const { name, message } = own;
  /** The label, what is refused and why, and what is not. */
  const fields = [
    [name.label, " ", name.messages.missing, "Ann"],
    [own.email.label, "a@b", own.email.messages.invalid, email],
    [message.label, " ", message.messages.missing, "Where do we meet?"],
  ] as const;
  const tabTo = (label: string) => visitor.tabTo(literally(`${label} entry`));
  await visitor.open(siteUrl + pages.contact.path);
  await visitor.top();
  for (const [label, refused] of fields) {
    checkNothingInvalid(check, await tabTo(label));
    await visitor.type(refused);
  }
  await visitor.tabTo(literally(contactWords.button));
  await send(visit, contactToasts.missing, contactIntro);

  for (const [at, [label, , error, corrected]] of fields.entries()) {
    const field = await (at === 0
      ? // The error summary leads to the first field.
        visitor.follow(literally(error), / entry /)
      : tabTo(label));
    const [name, why] = [count(field, label), count(field, error)];
    const said = count(field, problems.noDot);
    const isEmail = label === own.email.label;
    const hint = `"${label}" says ${said} times that there is no dot`;
    check(said === Number(isEmail), "3.3.3", hint);
    const spoken = `The field "${label}" is spoken with "${error}" ${why} times`;
    check(name > 0 && why === 1, "1.3.1", spoken);
    await visitor.type(corrected);
  }
  await visitor.tabTo(literally(contactWords.button));
  await send(visit, contactToasts.storedFor(email), contactIntro);
};

/** Sends a form while the network is away, until it is back. */
export const outage: Flow = async ({ visitor, siteUrl, check }) => {
  const network = await startNetwork(siteUrl);
  try {
    await visitor.open(network.url);
    await visitor.top();
    await visitor.tabTo(emailField);
    await visitor.type(newAddress());
    await visitor.tabTo(literally(`${hero.form.button} push button`));
    network.goAway();
    const speech = await visitor.press("Return", {
      until: [literally(waitingNote)],
      // The form tries again after 1, 3 and 7 seconds.
      quiet: 4500,
    });
    checkOnce(check, speech, waitingNote);
    const { stored } = signupToasts;
    const comeBack = async () => network.comeBack();
    const answer = await visitor.step("the network is back", comeBack, {
      until: [literally(stored.text)],
      silence: 60_000,
      quiet: 1500,
    });
    checkOutcome(check, answer, stored);
  } finally {
    await network.stop();
  }
};
