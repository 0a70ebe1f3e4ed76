import { expect, test } from "vitest";
import { form } from "~/content/contact";
import {
  changedNote,
  tooManyAttemptsText,
  waitingNote,
} from "~/content/delivery";
import { errorPages, errorTitlePrefix } from "~/content/errors";
import {
  callToAction,
  crew,
  features,
  gift,
  hero,
  keepsake,
  steps,
} from "~/content/landing";
import { privacyPolicy } from "~/content/privacy";
import * as constants from "~/content/constants";
import * as shared from "~/content/shared";
import { terms } from "~/content/terms";
import {
  emailMessages,
  failureToast,
  questionToast,
  suggestionLabel,
} from "~/forms/toasts";
import type { Toast } from "~/forms/toasts";
import { contactToasts } from "~/forms/contact";
import { forms } from "~/forms/forms";
import { signupToasts } from "~/forms/signup";

const buttonOf = (words: { button: string; sending: string }) => [
  words.button,
  words.sending,
];
const titlesOf = ({ items }: { items: readonly { title: string }[] }) =>
  items.map(({ title }) => title);
const toastOf = ({ title, text }: Toast) => [title, text];

const policies = forms.map(({ policy }) => policy);
const policy = JSON.stringify(
  privacyPolicy(policies, { isMailed: false, isRemote: false }),
);

/**
 * The words that are promised to those who ordered the site, and where it has
 * them. Whoever changes one of them breaks a promise, so it stands here a second
 * time, and only here: every other test imports the site's words.
 */
const promised: Record<string, unknown> = {
  Kandi: constants.productName,
  "support@kandi.example · business@kandi.example · safety@kandi.example":
    Object.values(constants.mail),
  "18": constants.minimumAge,
  "festival season 2025": constants.launch,
  "1000+ · Beta Users · 50+ · Festivals · 100% · PLUR Vibes":
    hero.stats.flatMap(({ value, label }) => [value, label]),
  "Peace, Love, Unity, Respect": constants.plur,
  "Join Beta · Joining...": buttonOf(hero.form),
  "Get Early Access · Getting Access...": buttonOf(callToAction.form),
  "Free Beta Access · No Credit Card Required · Join 1000+ Ravers":
    callToAction.notes,
  "Send Message · Sending...": buttonOf(form),
  "Genre Matching · Festival Connections · PLUR Values · Build Your Crew":
    titlesOf(features),
  "How It Works": steps.heading,
  "Sign Up · Get Matched · Connect · Rave Together": titlesOf(steps),
  "24-48 hours · within 4 hours · 12-24 hours · 2-3 business days":
    Object.values(constants.responseTimes),
  "coming soon": shared.community.chat.badge,
  "Last updated": shared.lastUpdatedLabel,
  "[Governing law: to be completed by the operator]":
    terms.sections.at(-1)?.blocks[0],
  "the time · a random key · a keyed hash of your address": [
    ...["the time", "a random key", "a keyed hash of your address"],
  ].filter((words) => policy.includes(words)),
  "Oops! Page not found": errorPages[404]?.heading,
  "Error: ": errorTitlePrefix,
  "A friend made you this kandi. Trade one back.": gift,
  "Bring your crew · Your kandi · Give this kandi away": [
    ...[crew, keepsake.heading, keepsake.linkText],
  ],
  "Make it yours · That didn't load. Your kandi is still yours to give.": [
    keepsake.make,
    keepsake.broken,
  ],
  "Thank You for Joining! · Welcome to the rave family! You're now on our beta list and we'll send you early access details soon.":
    toastOf(signupToasts.stored),
  "Already Signed Up · This email is already registered for beta access.":
    toastOf(signupToasts.duplicate),
  "Error · Please enter your email address": toastOf(
    failureToast(emailMessages.missing),
  ),
  "Error · Please enter a valid email address": toastOf(
    failureToast(emailMessages.invalid),
  ),
  "Check Your Email · Did you mean ann@gmail.com?": toastOf(
    questionToast("ann@gmail.com"),
  ),
  "Use ann@gmail.com": suggestionLabel("ann@gmail.com"),
  "Error · Failed to process signup. Please try again.": toastOf(
    signupToasts.failed,
  ),
  "Message Sent! · Thanks for reaching out! We'll get back to you within 24 hours at zoe@example.com":
    toastOf(contactToasts.storedFor("zoe@example.com")),
  "Message Sent! · Thanks for reaching out! We'll get back to you within 24 hours":
    toastOf(contactToasts.stored),
  "Missing Information · Please fill in all required fields": toastOf(
    contactToasts.missing,
  ),
  "Error · Failed to send message. Please try again or email us directly at support@kandi.example":
    toastOf(contactToasts.failed),
  "We can't reach the site right now. We'll send this as soon as we can. · Not sent yet. Press again to send the change.":
    [waitingNote, changedNote],
  "Error · Too many attempts. Please wait a minute and try again.": toastOf(
    failureToast(tooManyAttemptsText(60)),
  ),
};

test.each(Object.entries(promised))("the site says ‘%s’", (words, said) =>
  expect([said].flat().join(" · ")).toBe(words),
);
